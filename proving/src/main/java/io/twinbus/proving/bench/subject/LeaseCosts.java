package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.IdleReceivers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What leases cost: the request units a second that receivers without a session ask of the leases'
 * container, in real time, with the leases' default times.
 */
final class LeaseCosts {

  private static final double FEW_BUDGET = 10;
  private static final double BUDGET = 15;
  private static final int FEW = 4;

  /** Vitals are written every 10 s: a window of that length holds one of each receiver. */
  private static final int VITALS_SECONDS = 10;

  /** A silent lease is looked at closer after 5 s, and judged dead after 10 s. */
  private static final int JUDGED_SECONDS = 15;

  private static final int PEAK_SECONDS = 5;

  /**
   * How it is measured.
   *
   * @param sizes how many receivers there are, step by step
   * @param silent how many of the last step fall silent
   * @param seconds how long each step is measured
   * @param judgedSeconds how long silence is measured
   */
  record Plan(List<Integer> sizes, int silent, int seconds, int judgedSeconds) {

    /** 4, 50 and 200 receivers; 100 of the 200 fall silent. */
    static Plan full() {
      return new Plan(List.of(FEW, 50, 200), 100, 2 * VITALS_SECONDS, JUDGED_SECONDS);
    }

    /** A few receivers: it only shows that the bench works. */
    static Plan brief() {
      return new Plan(List.of(1, 2), 1, 1, 2);
    }
  }

  private final BenchStage stage;
  private final MeasuredStack stack;
  private final Plan plan;

  LeaseCosts(BenchStage stage, MeasuredStack stack, Plan plan) {
    this.stage = stage;
    this.stack = stack;
    this.plan = plan;
  }

  void measure(FlatSettings settings) {
    String container = LedgerSettings.from(settings).place().leases();
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings);
        IdleReceivers receivers = new IdleReceivers(ledger)) {
      for (int size : plan.sizes()) {
        stage.progress().show("ledger: leases of %d receivers …".formatted(size));
        receivers.startUpTo(size);
        passSeconds(1);
        tell(
            "ledger, leases of %d receivers: request units a second, each".formatted(size),
            size,
            spentInSeconds(container, plan.seconds()) / plan.seconds());
      }
      int all = plan.sizes().get(plan.sizes().size() - 1);
      stage.progress().show("ledger: %d receivers fall silent …".formatted(plan.silent()));
      receivers.silence(plan.silent());
      tell(
          "ledger, leases, %d of %d receivers silent at once: the same, busiest %d s"
              .formatted(plan.silent(), all, PEAK_SECONDS),
          all,
          busiest(container));
    }
  }

  /** The highest rate over so many seconds in a row. */
  private double busiest(String container) {
    int width = Math.min(PEAK_SECONDS, plan.judgedSeconds());
    double[] seconds = new double[plan.judgedSeconds()];
    double highest = 0;
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = spentInSeconds(container, 1);
      double sum = 0;
      for (int back = 0; back < width && back <= i; back++) {
        sum += seconds[i - back];
      }
      highest = Math.max(highest, sum / width);
    }
    return highest;
  }

  private void tell(String name, int receivers, double perSecond) {
    stage.tell(
        Result.of(name, "", Samples.once(perSecond / receivers))
            .within(Budget.atMost(receivers <= FEW ? FEW_BUDGET : BUDGET))
            .remarking("%,.0f a second in all".formatted(perSecond)));
  }

  /** Request units a second, over so many seconds, by what passed in truth. */
  private double spentInSeconds(String container, int seconds) {
    double before = spent(container);
    Stopwatch watch = Stopwatch.start();
    passSeconds(seconds);
    double after = spent(container);
    return (after - before) / watch.seconds() * seconds;
  }

  private double spent(String container) {
    return stack.control().stats().ledger().container(container).requestUnits();
  }

  private static void passSeconds(int seconds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}

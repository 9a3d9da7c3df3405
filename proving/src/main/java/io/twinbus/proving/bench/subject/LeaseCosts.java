package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.IdleReceivers;
import io.twinbus.proving.bench.product.VirtualTime;
import java.time.Duration;
import java.util.List;

/**
 * What leases cost: the request units a second that receivers without a session ask of the leases'
 * container, with the leases' default times. The requests are real ones through the SDK, the time
 * between them is virtual.
 */
final class LeaseCosts {

  private static final double FEW_BUDGET = 10;
  private static final double BUDGET = 15;
  private static final int FEW = 4;

  private static final int PEAK_SECONDS = 5;

  /**
   * How it is measured.
   *
   * @param sizes how many receivers there are, step by step
   * @param silent how many of the last step fall silent
   * @param settling how long receivers have been there before they are measured: new ones read and
   *     write more than others
   * @param measured how long each step is measured; vitals are written every 10 s
   * @param judged how long silence is measured; a silent lease is looked at closer after 5 s, and
   *     judged dead after 10 s
   */
  record Plan(
      List<Integer> sizes, int silent, Duration settling, Duration measured, Duration judged) {

    /** 4, 50 and 200 receivers; 100 of the 200 fall silent. */
    static Plan full() {
      return new Plan(
          List.of(FEW, 50, 200),
          100,
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));
    }

    /** A few receivers: it only shows that the bench works. */
    static Plan brief() {
      return new Plan(
          List.of(1, 2), 1, Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(12));
    }
  }

  private final BenchStage stage;
  private final MeasuredStack stack;
  private final Plan plan;
  private final String container;
  private final VirtualTime time = new VirtualTime();

  /** Leases in this container. */
  LeaseCosts(BenchStage stage, MeasuredStack stack, Plan plan, String container) {
    this.stage = stage;
    this.stack = stack;
    this.plan = plan;
    this.container = container;
  }

  void measure(FlatSettings settings) throws InterruptedException {
    stack.control().reset(); // leases of other receivers would be looked at, too
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings)) {
      IdleReceivers receivers = new IdleReceivers(ledger, time);
      for (int size : plan.sizes()) {
        stage.progress().show("ledger: leases of %d receivers …".formatted(size));
        receivers.startUpTo(size);
        time.pass(plan.settling());
        requireHolding(receivers, size);
        tell(
            "ledger, leases of %d receivers: request units a second, each".formatted(size),
            size,
            perSecond(plan.measured()));
      }
      int all = plan.sizes().get(plan.sizes().size() - 1);
      stage.progress().show("ledger: %d receivers fall silent …".formatted(plan.silent()));
      receivers.silence(plan.silent());
      tell(
          "ledger, leases, %d of %d receivers silent at once: the same, busiest %d s"
              .formatted(plan.silent(), all, PEAK_SECONDS),
          all,
          busiest());
      requireHolding(receivers, all - plan.silent());
      receivers.silence(all - plan.silent());
    }
  }

  private static void requireHolding(IdleReceivers receivers, int all) {
    if (receivers.holding() != all) {
      throw new IllegalStateException(
          "%d of %d receivers hold their leases.".formatted(receivers.holding(), all));
    }
  }

  /** The highest rate over so many seconds in a row. */
  private double busiest() throws InterruptedException {
    double[] seconds = new double[(int) plan.judged().toSeconds()];
    double highest = 0;
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = perSecond(Duration.ofSeconds(1));
      double sum = 0;
      for (int back = 0; back < PEAK_SECONDS && back <= i; back++) {
        sum += seconds[i - back];
      }
      highest = Math.max(highest, sum / Math.min(PEAK_SECONDS, seconds.length));
    }
    return highest;
  }

  private void tell(String name, int receivers, double perSecond) {
    stage.tell(
        Result.of(name, "", Samples.once(perSecond / receivers))
            .within(Budget.atMost(receivers <= FEW ? FEW_BUDGET : BUDGET))
            .remarking("%,.0f a second in all".formatted(perSecond)));
  }

  private double perSecond(Duration measured) throws InterruptedException {
    double before = spent();
    time.pass(measured);
    return (spent() - before) * 1_000 / measured.toMillis();
  }

  private double spent() {
    return stack.control().stats().ledger().container(container).requestUnits();
  }
}

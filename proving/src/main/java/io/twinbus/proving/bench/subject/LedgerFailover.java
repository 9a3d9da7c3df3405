package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.SteadyTraffic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * How long nothing takes effect when the ledger's write region is gone and another one is written
 * at once: what the account itself takes to decide so comes on top.
 */
final class LedgerFailover implements Benchmark {

  private static final double PER_SECOND = 50;
  private static final int SESSIONS = 20;

  private final int runs;
  private final Plan plan;

  /** How long messages are sent before the strike, and after it. */
  private record Plan(double calmSeconds, double struckSeconds) {

    int messages() {
      return (int) (PER_SECOND * (calmSeconds + struckSeconds) + 1);
    }
  }

  private LedgerFailover(int runs, Plan plan) {
    this.runs = runs;
    this.plan = plan;
  }

  /** So many runs of half a minute. */
  static LedgerFailover full(int runs) {
    return new LedgerFailover(runs, new Plan(3, 25));
  }

  /** A run of two seconds. */
  static LedgerFailover brief() {
    return new LedgerFailover(1, new Plan(0.5, 1.5));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    List<Double> seconds = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      try (MeasuredStack stack =
          MeasuredStack.start(stage, "--ledger-regions", "east,west,north")) {
        stage.progress().show("failover, ledger: run %d of %d".formatted(run + 1, runs));
        seconds.add(standstill(stack, run));
      }
    }
    stage.tell(
        Result.of(
                "failover, ledger's write region gone, another written at once: standstill",
                " s",
                new Samples(seconds))
            .remarking("of all sessions"));
  }

  private double standstill(MeasuredStack stack, int run) {
    FlatSettings settings =
        stack.settings(
            Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST));
    try (SteadyTraffic traffic = traffic(settings, run);
        CosmosLedger ledger = BenchReceiver.openLedger(settings);
        BenchReceiver receiver =
            BenchReceiver.start(
                settings, ledger, message -> traffic.effect(message.id().value()))) {
      traffic.send(PER_SECOND, plan.calmSeconds());
      Waiting.until("the calm's messages have taken effect", () -> traffic.effects() > 0);
      traffic.forget();
      stack.control().ledgerOutage(MeasuredStack.EAST, Outage.REFUSE);
      stack.control().forceLedgerFailOver(MeasuredStack.WEST);
      traffic.send(PER_SECOND, plan.struckSeconds());
      Waiting.until("all have taken effect", () -> traffic.effects() >= traffic.sent());
      if (receiver.status().leaseMargin().isNegative()) {
        throw new IllegalStateException("The receiver did not come back: " + receiver.status());
      }
      return traffic.longestSilence();
    }
  }

  private SteadyTraffic traffic(FlatSettings settings, int run) {
    return new SteadyTraffic(
        settings, "run" + run + "-", MeasuredStack.EAST, SESSIONS, plan.messages());
  }
}

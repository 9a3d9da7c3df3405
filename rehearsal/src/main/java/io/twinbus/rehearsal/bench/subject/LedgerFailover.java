package io.twinbus.rehearsal.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.bench.Samples;
import io.twinbus.rehearsal.bench.product.RegionReceiver;
import io.twinbus.rehearsal.bench.product.SteadyTraffic;
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
  private static final double CALM_SECONDS = 3;
  private static final double STRUCK_SECONDS = 25;
  private static final int SESSIONS = 20;

  private final int runs;

  LedgerFailover(int runs) {
    this.runs = runs;
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

  private static double standstill(MeasuredStack stack, int run) {
    FlatSettings settings =
        stack.settings(
            Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST));
    int most = (int) (PER_SECOND * (CALM_SECONDS + STRUCK_SECONDS) + 1);
    try (SteadyTraffic traffic =
            new SteadyTraffic(settings, "run" + run + "-", MeasuredStack.EAST, SESSIONS, most);
        CosmosLedger ledger = RegionReceiver.openLedger(settings);
        RegionReceiver receiver =
            RegionReceiver.start(
                settings, ledger, message -> traffic.effect(message.id().value()))) {
      traffic.send(PER_SECOND, CALM_SECONDS);
      Waiting.until("the calm's messages have taken effect", () -> traffic.effects() > 0);
      traffic.forget();
      stack.control().ledgerOutage(MeasuredStack.EAST, Outage.REFUSE);
      stack.control().forceLedgerFailOver(MeasuredStack.WEST);
      traffic.send(PER_SECOND, STRUCK_SECONDS);
      Waiting.until("all have taken effect", () -> traffic.effects() >= traffic.sent());
      if (receiver.status().leaseMargin().isNegative()) {
        throw new IllegalStateException("The receiver did not come back: " + receiver.status());
      }
      return traffic.longestSilence();
    }
  }
}

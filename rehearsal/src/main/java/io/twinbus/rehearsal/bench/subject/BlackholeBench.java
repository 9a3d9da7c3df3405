package io.twinbus.rehearsal.bench.subject;

import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Budget;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.bench.Samples;
import io.twinbus.rehearsal.bench.product.SteadyTraffic;
import io.twinbus.sender.RegionStatistics;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/**
 * One region takes everything and answers nothing for a minute, under load: what the producer
 * notices of it, what it costs in memory, and what has become of the region's copies afterwards.
 */
public final class BlackholeBench implements Benchmark {

  private static final double PER_SECOND = 1_000;
  private static final double BEFORE_SECONDS = 15;
  private static final double OPENING_SECONDS = 3;
  private static final double OPEN_SECONDS = 57;
  private static final double BUDGET = 1.5;
  private static final double MICROS = 1_000;
  private static final double P99 = 99;

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      FlatSettings settings = stack.settings(Map.of("twinbus.home", "by-session"));
      int most = (int) (PER_SECOND * (2 * BEFORE_SECONDS + OPENING_SECONDS + OPEN_SECONDS));
      try (SteadyTraffic traffic = new SteadyTraffic(settings, "steady-", 64, most)) {
        measure(stage, stack, traffic);
      }
    }
  }

  private static void measure(BenchStage stage, MeasuredStack stack, SteadyTraffic traffic) {
    stage.progress().show("blackhole: both regions at work …");
    traffic.send(PER_SECOND, BEFORE_SECONDS);
    traffic.forget();
    traffic.send(PER_SECOND, BEFORE_SECONDS);
    Waiting.until("copies are there", () -> east(traffic).pending() == 0);
    double before = traffic.acknowledged().getValueAtPercentile(P99) / MICROS;
    double heapBefore = Heap.usedMebibytes();
    stage.progress().show("blackhole: east answers nothing for a minute …");
    stack.control().outage(MeasuredStack.EAST, Outage.BLACKHOLE);
    traffic.forget();
    traffic.send(PER_SECOND, OPENING_SECONDS);
    double opening = traffic.acknowledged().getValueAtPercentile(P99) / MICROS;
    traffic.forget();
    traffic.send(PER_SECOND, OPEN_SECONDS);
    double open = traffic.acknowledged().getValueAtPercentile(P99) / MICROS;
    double heapOpen = Heap.usedMebibytes();
    long waiting = east(traffic).pending();
    stack.control().restore(MeasuredStack.EAST);
    stage.progress().show("blackhole: east is back …");
    Waiting.until("copies are there", () -> east(traffic).pending() == 0);
    String send = "blackhole, east, 60 s: p99 until a receipt, ";
    stage.tell(Result.of(send + "before", " ms", Samples.once(before)));
    stage.tell(Result.of(send + "first 3 s", " ms", Samples.once(opening)));
    stage.tell(Result.of(send + "then", " ms", Samples.once(open)));
    stage.tell(
        Result.ratio(send + "then / before", Samples.once(open / before))
            .within(Budget.atMost(BUDGET)));
    stage.tell(
        Result.of(
                "blackhole, east, 60 s: memory for a waiting copy",
                " B",
                Samples.once((heapOpen - heapBefore) * (1 << 20) / Math.max(1, waiting)))
            .remarking("%,d copies, at most 100,000 wait".formatted(waiting)));
    RegionStatistics east = east(traffic);
    stage.tell(
        Result.of(
                "blackhole, east, 60 s: messages not accepted",
                "",
                Samples.once((double) traffic.failed()))
            .within(Budget.atMost(0)));
    stage.tell(
        Result.of(
                "blackhole, east, 60 s: copies neither there nor counted as given up",
                "",
                Samples.once((double) (traffic.sent() - east.accepted() - east.gaveUp())))
            .within(Budget.atMost(0))
            .remarking("%,d accepted, %,d given up".formatted(east.accepted(), east.gaveUp())));
  }

  private static RegionStatistics east(SteadyTraffic traffic) {
    return Objects.requireNonNull(
        traffic.statistics().regions().get(new RegionName(MeasuredStack.EAST)));
  }
}

package io.twinbus.rehearsal.bench.subject;

import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Budget;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.bench.Samples;
import io.twinbus.rehearsal.bench.baseline.Inversions;
import io.twinbus.rehearsal.bench.product.SteadyTraffic;
import io.twinbus.sender.RegionStatistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/**
 * One region takes everything and answers nothing for a minute, under load: what the producer
 * notices of it, what it costs in memory, and what has become of the region's copies afterwards.
 * Without a journal copies are shed beyond what may wait, and counted; with one they are all read
 * back, in order.
 *
 * <p>So few may wait that the bound is reached in the first twenty seconds: memory has to be flat
 * from there on.
 */
public final class BlackholeBench implements Benchmark {

  private static final double PER_SECOND = 1_000;
  private static final int MOST_WAITING = 20_000;
  private static final double BEFORE_SECONDS = 15;
  private static final double OPENING_SECONDS = 3;
  private static final double FILLING_SECONDS = 22;
  private static final double FULL_SECONDS = 35;
  private static final double MOST_LATER = 1.5;

  /** What collections and pools breathe by; 35,000 copies of 1 KB would be 34 MiB. */
  private static final double MORE_HEAP_MIB = 4;

  private static final double MICROS = 1_000;
  private static final double P99 = 99;

  private record Variant(String name, boolean journal) {
    String title(String what) {
      return "blackhole, 60 s, %s: %s".formatted(name, what);
    }
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (Variant variant :
        List.of(new Variant("no journal", false), new Variant("journal", true))) {
      try (MeasuredStack stack = MeasuredStack.start(stage)) {
        int most =
            (int)
                (PER_SECOND
                    * (2 * BEFORE_SECONDS + OPENING_SECONDS + FILLING_SECONDS + FULL_SECONDS));
        try (SteadyTraffic traffic =
            new SteadyTraffic(settings(stage, stack, variant), "steady-", 64, most)) {
          measure(stage, stack, variant, traffic);
        }
      }
    }
  }

  private static FlatSettings settings(BenchStage stage, MeasuredStack stack, Variant variant) {
    Map<String, String> settings = new HashMap<>();
    settings.put("twinbus.home", "by-session");
    settings.put("twinbus.sender.max-waiting-messages", Integer.toString(MOST_WAITING));
    if (variant.journal()) {
      settings.put(
          "twinbus.sender.journal", stage.children().directory().resolve("journal").toString());
    }
    return stack.settings(settings);
  }

  private static void measure(
      BenchStage stage, MeasuredStack stack, Variant variant, SteadyTraffic traffic) {
    stage.progress().show(variant.title("both regions at work …"));
    p99(traffic, BEFORE_SECONDS);
    double before = p99(traffic, BEFORE_SECONDS);
    awaitCopies(traffic);
    stage.progress().show(variant.title("east answers nothing for a minute …"));
    stack.control().outage(MeasuredStack.EAST, Outage.BLACKHOLE);
    double opening = p99(traffic, OPENING_SECONDS);
    traffic.forget();
    traffic.send(PER_SECOND, FILLING_SECONDS);
    double heapFull = Heap.usedMebibytes();
    traffic.send(PER_SECOND, FULL_SECONDS);
    double open = traffic.acknowledged().getValueAtPercentile(P99) / MICROS;
    double heapLater = Heap.usedMebibytes();
    stack.control().restore(MeasuredStack.EAST);
    stage.progress().show(variant.title("east is back …"));
    awaitCopies(traffic);

    stage.tell(Result.of(variant.title("p99 until a receipt, before"), " ms", once(before)));
    stage.tell(Result.of(variant.title("p99, first 3 s"), " ms", once(opening)));
    stage.tell(Result.of(variant.title("p99, then"), " ms", once(open)));
    stage.tell(
        Result.ratio(variant.title("p99, then / before"), once(open / before))
            .within(Budget.atMost(MOST_LATER)));
    stage.tell(
        Result.of(
                variant.title("heap at the end of it, above that after 25 s"),
                " MiB",
                once(heapLater - heapFull))
            .within(Budget.atMost(MORE_HEAP_MIB))
            .remarking(
                "%.1f, then %.1f; %,d may wait".formatted(heapFull, heapLater, MOST_WAITING)));
    stage.tell(
        Result.of(variant.title("messages not accepted"), "", count(traffic.failed()))
            .within(Budget.atMost(0)));
    tellCopies(stage, stack, variant, traffic);
  }

  private static double p99(SteadyTraffic traffic, double seconds) {
    traffic.forget();
    traffic.send(PER_SECOND, seconds);
    return traffic.acknowledged().getValueAtPercentile(P99) / MICROS;
  }

  /** Until every copy of east is there, or given up and counted. */
  private static void awaitCopies(SteadyTraffic traffic) {
    Waiting.until("copies are there", () -> missing(traffic) == 0 && east(traffic).pending() == 0);
  }

  private static long missing(SteadyTraffic traffic) {
    RegionStatistics east = east(traffic);
    return traffic.sent() - east.accepted() - east.gaveUp();
  }

  private static void tellCopies(
      BenchStage stage, MeasuredStack stack, Variant variant, SteadyTraffic traffic) {
    RegionStatistics east = east(traffic);
    stage.tell(
        Result.of(
                variant.title("copies neither there nor counted as given up"),
                "",
                count(missing(traffic)))
            .within(Budget.atMost(0))
            .remarking("%,d accepted, %,d given up".formatted(east.accepted(), east.gaveUp())));
    if (variant.journal()) {
      stage.tell(
          Result.of(variant.title("copies given up"), "", count(east.gaveUp()))
              .within(Budget.atMost(0)));
    }
    // A scheduled copy gets its place in the queue when its time has come.
    Waiting.until("no copy is scheduled any more", () -> stack.scheduled(MeasuredStack.EAST) == 0);
    Result inversions =
        Result.of(
            variant.title("inversions in the queue"),
            "",
            count(Inversions.count(stack.connection(MeasuredStack.EAST), MeasuredStack.QUEUE)));
    stage.tell(variant.journal() ? inversions.within(Budget.atMost(0)) : inversions);
  }

  private static Samples count(long count) {
    return Samples.once((double) count);
  }

  private static Samples once(double value) {
    return Samples.once(value);
  }

  private static RegionStatistics east(SteadyTraffic traffic) {
    return Objects.requireNonNull(
        traffic.statistics().regions().get(new RegionName(MeasuredStack.EAST)));
  }
}

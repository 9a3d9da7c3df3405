package io.twinbus.proving.bench.subject;

import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.Inversions;
import io.twinbus.proving.bench.instrument.Heap;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.SteadyTraffic;
import io.twinbus.sender.statistics.RegionStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * One playing of {@link BlackholeBench}.
 *
 * <ol>
 *   <li>Both regions work. What a producer waits for is then the quicker one of the two; what the
 *       other region itself takes is noted beside it, since that is all there is afterwards.
 *   <li>East answers nothing. The breaker has three seconds.
 *   <li>Copies wait for east until no more may; then the heap is looked at.
 *   <li>Traffic goes on until the minute is over; the heap is looked at again.
 *   <li>East is back: its copies are counted.
 * </ol>
 *
 * <p>Each percentile is that of a window of a few seconds, so that there are several of either kind
 * to compare.
 */
final class BlackholePlay {

  private static final double PERCENTILE = 99;
  private static final double MICROS = 1_000;
  private static final double MOST_LATER = 1.5;

  /** What collections and pools breathe by; 35,000 copies of 1 KB would be 34 MiB. */
  private static final double MORE_HEAP_MIB = 4;

  private final BenchStage stage;
  private final MeasuredStack stack;
  private final SteadyTraffic traffic;
  private final BlackholeBench.Plan plan;
  private final boolean journal;

  BlackholePlay(
      BenchStage stage,
      MeasuredStack stack,
      SteadyTraffic traffic,
      BlackholeBench.Plan plan,
      boolean journal) {
    this.stage = stage;
    this.stack = stack;
    this.traffic = traffic;
    this.plan = plan;
    this.journal = journal;
  }

  /** The percentile of each window, in milliseconds. */
  private static final class Windows {
    private final List<Double> receipts = new ArrayList<>();
    private final List<Double> west = new ArrayList<>();
  }

  void measure() {
    show("both regions at work …");
    windows(plan.warm(), new Windows());
    Windows before = new Windows();
    windows(plan.before(), before);
    awaitCopies();
    show("east answers nothing …");
    stack.control().outage(MeasuredStack.EAST, Outage.BLACKHOLE);
    Histogram opening = send(plan.openingSeconds()).acknowledged();
    Windows then = new Windows();
    windows(plan.filling(), then);
    double heapFull = Heap.usedMebibytes();
    windows(plan.full(), then);
    double heapLater = Heap.usedMebibytes();
    stack.control().restore(MeasuredStack.EAST);
    show("east is back …");
    awaitCopies();

    tell(Result.of(title("p99 of a receipt, first 3 s"), " ms", Samples.once(millis(opening))));
    tellLater("p99 of the other region", before.west, then.west);
    tellLater("p99 of a receipt", before.receipts, then.receipts);
    tell(
        Result.of(
                title("heap at the end, above that when full"),
                " MiB",
                Samples.once(heapLater - heapFull))
            .within(Budget.atMost(MORE_HEAP_MIB))
            .remarking(
                "%.1f, then %.1f; %,d may wait"
                    .formatted(heapFull, heapLater, plan.mostWaiting())));
    tell(none(title("messages not accepted"), traffic.failed()));
    tellCopies();
  }

  private void tellLater(String what, List<Double> before, List<Double> then) {
    Samples earlier = new Samples(before);
    Samples later = new Samples(then);
    double usual = earlier.median();
    tell(Result.of(title(what + ", before"), " ms", earlier));
    tell(Result.of(title(what + ", then"), " ms", later));
    tell(
        Result.ratio(
                title(what + ", then / before"),
                new Samples(later.values().stream().map(value -> value / usual).toList()))
            .within(Budget.atMost(MOST_LATER)));
  }

  private void windows(int count, Windows seen) {
    for (int i = 0; i < count; i++) {
      SteadyTraffic sent = send(plan.windowSeconds());
      seen.receipts.add(millis(sent.acknowledged()));
      seen.west.add(millis(sent.accepted()));
    }
  }

  private SteadyTraffic send(double seconds) {
    traffic.forget();
    traffic.send(plan.perSecond(), seconds);
    return traffic;
  }

  private static double millis(Histogram seen) {
    return seen.getValueAtPercentile(PERCENTILE) / MICROS;
  }

  /** Until every copy of east is there, or given up and counted. */
  private void awaitCopies() {
    Waiting.until("copies are there", () -> missing() == 0 && east().pending() == 0);
  }

  private long missing() {
    RegionStatistics east = east();
    return traffic.sent() - east.accepted() - east.gaveUp();
  }

  private void tellCopies() {
    RegionStatistics east = east();
    tell(
        none(title("copies neither there nor counted as given up"), missing())
            .remarking("%,d accepted, %,d given up".formatted(east.accepted(), east.gaveUp())));
    if (journal) {
      tell(none(title("copies given up"), east.gaveUp()));
    }
    // A scheduled copy gets its place in the queue when its time has come.
    Waiting.until("no copy is scheduled any more", () -> stack.scheduled(MeasuredStack.EAST) == 0);
    long inversions = Inversions.count(stack.connection(MeasuredStack.EAST), MeasuredStack.QUEUE);
    tell(none(title("inversions in the queue"), inversions));
  }

  private static Result none(String name, long count) {
    return Result.of(name, "", Samples.once((double) count)).within(Budget.atMost(0));
  }

  private String title(String what) {
    String variant = journal ? "journal" : "no journal";
    return "blackhole, %.0f s, %s: %s".formatted(plan.blackSeconds(), variant, what);
  }

  private void show(String what) {
    stage.progress().show(title(what));
  }

  private void tell(Result result) {
    stage.tell(result);
  }

  private RegionStatistics east() {
    return Objects.requireNonNull(
        traffic.statistics().regions().get(new RegionName(MeasuredStack.EAST)));
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.BatchSends;
import io.twinbus.proving.bench.baseline.Inversions;
import io.twinbus.proving.bench.baseline.OneByOneSends;
import io.twinbus.proving.bench.baseline.PipelinedSends;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.TwinbusSends;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A burst of 100 messages of one session, with regions as far away as they are: how long until the
 * last one is accepted. The baselines write to one region, the product to both.
 */
public final class BurstBench implements Benchmark {

  private static final int MESSAGES = 100;
  private static final int USUAL_SERVICE_MS = 10;
  private static final int BUDGETED_MS = 70;
  private static final double BUDGET_SECONDS = 0.25;
  private static final Duration BOUND = Duration.ofSeconds(75);
  private static final String TWINBUS = "twinbus";
  private static final Workload BURST = new Workload(1, MESSAGES, Workload.SMALL);

  private final List<Integer> roundTrips;
  private final int serviceMs;

  private BurstBench(List<Integer> roundTrips, int serviceMs) {
    this.roundTrips = List.copyOf(roundTrips);
    this.serviceMs = serviceMs;
  }

  /** Bursts near and far. */
  public static BurstBench full() {
    return new BurstBench(List.of(BUDGETED_MS, 1, 20, 150), USUAL_SERVICE_MS);
  }

  /** The one that has a budget. */
  public static BurstBench budgeted() {
    return new BurstBench(List.of(BUDGETED_MS), USUAL_SERVICE_MS);
  }

  /** Nearby: it only shows that the bench works. */
  public static BurstBench brief() {
    return new BurstBench(List.of(1), 0);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      for (int roundTrip : roundTrips) {
        burst(stage, stack, roundTrip);
      }
    }
  }

  private void burst(BenchStage stage, MeasuredStack stack, int roundTrip) {
    stack.distance(roundTrip, serviceMs);
    String east = stack.connection(MeasuredStack.EAST);
    Contest contest = new Contest(1, stage.rounds(), BOUND, stage.progress()::show);
    contest
        .enter(TWINBUS, stack.emptiedFor(new TwinbusSends(stack.settings(Map.of()), BURST)))
        .enter(
            "raw SDK, one by one",
            stack.emptiedFor(new OneByOneSends(east, MeasuredStack.QUEUE, BURST)))
        .enter(
            "raw SDK, 10 in flight, unordered",
            stack.emptiedFor(new PipelinedSends(east, MeasuredStack.QUEUE, BURST, 10)))
        .enter(
            "raw SDK, 100 in flight, unordered",
            stack.emptiedFor(new PipelinedSends(east, MeasuredStack.QUEUE, BURST, MESSAGES)))
        .enter(
            "raw SDK, one batch",
            stack.emptiedFor(new BatchSends(east, MeasuredStack.QUEUE, BURST)));
    Standings standings = contest.hold();
    String where = "burst of 100, %d ms + %d ms: ".formatted(roundTrip, serviceMs);
    standings
        .rates()
        .forEach(
            (name, rate) -> {
              Result result = Result.of(where + name, " s", seconds(rate));
              boolean judged = name.equals(TWINBUS) && roundTrip == BUDGETED_MS;
              stage.tell(judged ? result.within(Budget.atMost(BUDGET_SECONDS)) : result);
            });
    order(stage, stack, where);
  }

  /** Whether both regions have one more burst in order. */
  private static void order(BenchStage stage, MeasuredStack stack, String where) {
    stack.empty();
    try (TwinbusSends sends = new TwinbusSends(stack.settings(Map.of()), BURST)) {
      sends.run(stage.rounds());
    }
    long inversions = 0;
    for (String region : MeasuredStack.REGIONS) {
      inversions += Inversions.count(stack.connection(region), MeasuredStack.QUEUE);
    }
    stage.tell(
        Result.of(
                where + "twinbus, inversions, both regions", "", Samples.once((double) inversions))
            .within(Budget.atMost(0)));
  }

  private static Samples seconds(Samples perSecond) {
    return new Samples(perSecond.values().stream().map(rate -> MESSAGES / rate).toList());
  }
}

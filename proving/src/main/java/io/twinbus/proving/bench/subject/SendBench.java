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
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.TwinbusSends;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * How many messages a second are sent: the product to both regions and in order, the baselines to
 * one region; and what the baselines' order is worth. At a distance nobody sends one by one: that
 * is a message a round trip, and takes minutes a lap.
 */
public final class SendBench implements Benchmark {

  private static final int WARM_ROUNDS = 6;
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int KB = 1_024;
  private static final double BUDGET = 1.5;
  private static final double DISTANT_BUDGET = 2.2;
  private static final String TWINBUS = "twinbus, both regions";
  private static final String ONE_BY_ONE = "raw SDK, one by one";
  private static final String TEN = "raw SDK, 10 in flight, unordered";
  private static final String HUNDRED = "raw SDK, 100 in flight, unordered";
  private static final String BATCHES = "raw SDK, batches";

  /** 64 sessions, 200 B: the one that has a budget. */
  private static final Workload USUAL = new Workload(64, 12_000, Workload.SMALL);

  private final List<Workload> workloads;
  private final int warmRounds;
  private final List<Benchmark> others;

  private SendBench(List<Workload> workloads, int warmRounds, List<Benchmark> others) {
    this.workloads = List.copyOf(workloads);
    this.warmRounds = warmRounds;
    this.others = List.copyOf(others);
  }

  /** All sessions and sizes. */
  public static SendBench full() {
    List<Workload> all = new ArrayList<>(List.of(USUAL));
    for (int sessions : List.of(1, 64, 10_000)) {
      for (Workload size :
          List.of(
              new Workload(sessions, 12_000, Workload.SMALL),
              new Workload(sessions, 4_000, 4 * KB),
              new Workload(sessions, 1_000, 64 * KB))) {
        if (!size.equals(USUAL)) {
          all.add(size);
        }
      }
    }
    return new SendBench(all, WARM_ROUNDS, List.of());
  }

  /** What changes with the distance: a round trip's messages are under way at a time. */
  public static SendBench distant() {
    return new SendBench(List.of(USUAL), WARM_ROUNDS, List.of(DistantSends::run));
  }

  /** The one that has a budget. */
  public static SendBench budgeted() {
    return new SendBench(List.of(USUAL), WARM_ROUNDS, List.of());
  }

  /** A few messages: it only shows that the bench works. */
  public static SendBench brief() {
    return new SendBench(List.of(new Workload(4, 40, Workload.SMALL)), 0, List.of());
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (Workload workload : workloads) {
      try (MeasuredStack stack = MeasuredStack.start(stage)) {
        send(stage, stack, workload);
      }
    }
    for (Benchmark other : others) {
      other.run(stage);
    }
  }

  private void send(BenchStage stage, MeasuredStack stack, Workload workload) {
    String east = stack.connection(MeasuredStack.EAST);
    String queue = MeasuredStack.QUEUE;
    Contest contest = new Contest(warmRounds, stage.rounds(), BOUND, stage.progress()::show);
    contest
        .enter(TWINBUS, stack.emptiedFor(new TwinbusSends(stack.settings(Map.of()), workload)))
        .enter(TEN, stack.emptiedFor(new PipelinedSends(east, queue, workload, 10)))
        .enter(HUNDRED, stack.emptiedFor(new PipelinedSends(east, queue, workload, 100)))
        .enter(BATCHES, stack.emptiedFor(new BatchSends(east, queue, workload)));
    if (stage.distances() == null) {
      contest.enter(ONE_BY_ONE, stack.emptiedFor(new OneByOneSends(east, queue, workload)));
    }
    Standings standings = contest.hold();
    String where = "send, " + workload + ": ";
    standings.rates().forEach((name, rate) -> stage.tell(Result.of(where + name, "/s", rate)));
    String rival = standings.best(List.of(TEN, HUNDRED));
    Result ratio =
        Result.ratio(where + "twinbus / pipelined", standings.ratio(TWINBUS, rival))
            .remarking("against " + rival);
    double budget = stage.distances() == null ? BUDGET : DISTANT_BUDGET;
    stage.tell(workload.equals(USUAL) ? ratio.within(Budget.atLeast(budget)) : ratio);
    inversions(stage, stack, workload, where);
  }

  private static void inversions(
      BenchStage stage, MeasuredStack stack, Workload workload, String where) {
    stage.progress().show("counting inversions …");
    TwinbusSends ours = new TwinbusSends(stack.settings(Map.of()), workload);
    stage.tell(
        Result.of(where + "inversions, twinbus, both regions", "", once(stack, ours))
            .within(Budget.atMost(0)));
    PipelinedSends raw =
        new PipelinedSends(
            stack.connection(MeasuredStack.EAST), MeasuredStack.QUEUE, workload, 100);
    stage.tell(Result.of(where + "inversions, " + HUNDRED, "", once(stack, raw)));
  }

  private static Samples once(MeasuredStack stack, Contender contender) {
    long inversions = 0;
    stack.empty();
    try (contender) {
      contender.run(0);
    }
    for (String region : MeasuredStack.REGIONS) {
      inversions += Inversions.count(stack.connection(region), MeasuredStack.QUEUE);
    }
    return Samples.once((double) inversions);
  }
}

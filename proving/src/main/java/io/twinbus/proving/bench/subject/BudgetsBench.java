package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.instrument.TimeLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Everything that has a budget, one benchmark after the other, and nothing that has none; within
 * twenty minutes, or twenty-five at a distance.
 */
public final class BudgetsBench implements Benchmark {

  private static final Duration BOUND = Duration.ofMinutes(20);
  private static final Duration DISTANT_BOUND = Duration.ofMinutes(25);

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    BenchStage judged = stage.judgedOnly();
    boolean isDistant = stage.distances() != null;
    try (TimeLimit limit = TimeLimit.start(isDistant ? DISTANT_BOUND : BOUND)) {
      for (Benchmark benchmark : isDistant ? distant() : near()) {
        limit.check();
        play(benchmark, judged, limit);
      }
    }
  }

  /** What the limit has interrupted has failed for want of time, whatever it says itself. */
  private static void play(Benchmark benchmark, BenchStage stage, TimeLimit limit)
      throws IOException, InterruptedException, TimeoutException {
    try {
      benchmark.run(stage);
    } catch (IOException | InterruptedException | RuntimeException e) {
      limit.check();
      throw e;
    }
  }

  private static List<Benchmark> near() {
    return List.of(
        BurstBench.budgeted(),
        SendBench.budgeted(),
        ReceiveBench.budgeted(),
        LedgerBench.full(),
        ScaleBench.budgeted(),
        BlackholeBench.full(),
        FailoverBench.once());
  }

  /** What depends on how far the parts are from each other. */
  private static List<Benchmark> distant() {
    return List.of(
        SendBench.budgeted(),
        LatencyBench.budgeted(),
        ReceiveBench.distantBudgeted(),
        StreamsBench.budgeted(),
        FailoverBench.budgeted());
  }
}

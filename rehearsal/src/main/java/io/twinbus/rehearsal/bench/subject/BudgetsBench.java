package io.twinbus.rehearsal.bench.subject;

import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Everything that has a budget, one benchmark after the other, and nothing that has none; within
 * twenty minutes.
 */
public final class BudgetsBench implements Benchmark {

  private static final Duration BOUND = Duration.ofMinutes(20);

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    BenchStage judged = stage.judgedOnly();
    List<Benchmark> all =
        List.of(
            BurstBench.budgeted(),
            SendBench.budgeted(),
            ReceiveBench.budgeted(),
            LedgerBench.full(),
            ScaleBench.budgeted(),
            BlackholeBench.full(),
            FailoverBench.budgeted());
    try (TimeLimit limit = TimeLimit.start(BOUND)) {
      for (Benchmark benchmark : all) {
        limit.check();
        benchmark.run(judged);
      }
    }
  }
}

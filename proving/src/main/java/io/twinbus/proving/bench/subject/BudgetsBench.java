package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
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

package io.twinbus.rehearsal.bench.subject;

import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Everything that has a budget, one benchmark after the other, and nothing that has none. */
public final class BudgetsBench implements Benchmark {

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    BenchStage judged = stage.judgedOnly();
    List<Benchmark> all =
        List.of(
            BurstBench.budgeted(),
            SendBench.budgeted(),
            ReceiveBench.budgeted(),
            new LedgerBench(),
            ScaleBench.budgeted(),
            FailoverBench.budgeted());
    for (Benchmark benchmark : all) {
      benchmark.run(judged);
    }
  }
}

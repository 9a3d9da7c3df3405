package io.twinbus.proving.bench;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Something that can be measured by name. Every wait in it is bounded. */
@FunctionalInterface
public interface Benchmark {

  /**
   * Measures, and tells each result as it comes.
   *
   * @throws IOException when a process cannot be started
   * @throws TimeoutException when one is not ready in time
   * @throws IllegalStateException when a round did not come to its end
   */
  void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException;
}

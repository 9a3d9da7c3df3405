package io.twinbus.rehearsal.bench.baseline;

import com.azure.core.util.BinaryData;
import java.time.Duration;

/** Something that is done many times in a round, and measured. */
public interface Baseline extends AutoCloseable {
  /** 200 bytes. */
  BinaryData BODY = BinaryData.fromString("x".repeat(200));

  /** How long a round may take. */
  Duration BOUND = Duration.ofMinutes(2);

  /** Prepares a round; not measured. */
  default void prepare(int round) {}

  /** Does it; answers how often. */
  int run(int round);

  @Override
  void close();
}

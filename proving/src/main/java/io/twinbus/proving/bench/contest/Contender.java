package io.twinbus.proving.bench.contest;

import java.time.Duration;

/** Something that does the same work many times in a round, and is measured. */
public interface Contender extends AutoCloseable {

  /** How long a round may take. */
  Duration BOUND = Duration.ofMinutes(2);

  /** Prepares a round; not measured. Rounds that only warm up have negative numbers. */
  default void prepare(int round) {}

  /** Does the work; answers how often, and how long it took. */
  Lap run(int round);

  @Override
  void close();
}

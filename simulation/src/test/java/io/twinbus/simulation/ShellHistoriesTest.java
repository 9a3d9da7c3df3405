package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The product's own receivers, with their mailboxes, timers and loops, keep the promises in
 * histories that seeds make up. {@code -Dsimulation.shell.seed=N} replays one, {@code
 * -Dsimulation.shell.seeds=N} says how many to run.
 */
class ShellHistoriesTest {

  private static final int SEEDS = Integer.getInteger("simulation.shell.seeds", 500);

  @Test
  void everyInvariantHoldsInEveryHistory() {
    Long one = Long.getLong("simulation.shell.seed");
    LongStream seeds = one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one);

    seeds
        .parallel()
        .forEach(
            seed -> {
              Optional<String> violation = new ShellHistory().apply(seed);
              assertThat(violation).as("shell history %d", seed).isEmpty();
            });
  }
}

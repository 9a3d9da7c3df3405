package io.twinbus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The invariants hold over histories that seeds make up. {@code -Dsimulation.seed=N} replays one,
 * {@code -Dsimulation.seeds=N} says how many to run.
 */
class RandomHistoriesTest {

  private static final int SEEDS = Integer.getInteger("simulation.seeds", 4_000);

  @Test
  void everyInvariantHoldsInEveryHistory() {
    Simulation simulation = new Simulation(new Wiring());
    Long one = Long.getLong("simulation.seed");
    if (one != null) {
      SimulationResult result = simulation.trace(one);
      System.out.println(result.story());
      assertThat(result.failure()).isEmpty();
      return;
    }
    Tally tally = new Tally();
    for (long seed = 1; seed <= SEEDS; seed++) {
      SimulationResult result = simulation.run(seed);
      assertThat(result.failure()).as(result::story).isEmpty();
      tally.add(result);
    }
    System.out.println(tally);
  }
}

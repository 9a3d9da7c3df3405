package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The invariants hold over histories that seeds make up, and enough of these reach every transition
 * that is within their reach. {@code -Dsimulation.seed=N} replays one, {@code -Dsimulation.seeds=N}
 * says how many to run, {@code -Dsimulation.first=N} with which one to begin.
 */
class RandomHistoriesTest {

  /** So many reach every transition. */
  private static final int BOUNDED = 8;

  private static final int ENOUGH = 3_000;

  /** What every build runs. */
  private static final int USUAL = 100;

  /**
   * So many meet what the scheduler is there for; some transitions are so rare that they lack a
   * few.
   */
  private static final int MANY = 500;

  private static final int RARE = 8;
  private static final int SEEDS = Integer.getInteger("simulation.seeds", USUAL);
  private static final long FIRST = Long.getLong("simulation.first", 1);
  private static final int AT_ONCE = 200;

  /** What every part of the scheduler is there for. */
  private static final List<String> MET =
      List.of(
          "acknowledged by the journal",
          "application with a journal",
          "application with numbers of its own",
          "cold stream",
          "foreign message to 1",
          "foreign message to 2",
          "handler kills its process",
          "handler kills its worker",
          "journal read for a region behind",
          "message for later",
          "message outside the order",
          "number passed over",
          "operator releases",
          "operator skips",
          "operator skips a gap",
          "own number abandoned",
          "own number sent again",
          "page of ended ranges",
          "receiver evacuated",
          "region lost",
          "restart with a journal",
          "restart with numbers",
          "single ended DONE",
          "standby copies hastened",
          "state moved",
          "write region lost",
          "zombie with a successor");

  @Test
  void everyInvariantHoldsInEveryHistory() {
    Long one = Long.getLong("simulation.seed");
    if (one != null) {
      SimulationResult result = new Simulation(wiring(one)).trace(one);
      System.out.println(result.story());
      assertThat(result.failure()).isEmpty();
      return;
    }
    Tally tally = run(FIRST, SEEDS);
    System.out.println(tally);
    if (SEEDS >= MANY) {
      requireReached(tally, SEEDS);
    }
  }

  @Test
  @Tag("long")
  void manyHistoriesReachEveryTransition() {
    requireReached(run(1, MANY), MANY);
  }

  private static Tally run(long from, int seeds) {
    Tally tally = new Tally();
    long end = from + seeds;
    for (long first = from; first < end; first += AT_ONCE) {
      LongStream.range(first, Math.min(first + AT_ONCE, end))
          .parallel()
          .mapToObj(seed -> new Simulation(wiring(seed)).run(seed))
          .toList()
          .forEach(
              result -> {
                assertThat(result.failure()).as(result::story).isEmpty();
                tally.add(result);
              });
    }
    assertThat(tally.unlisted()).as("transitions that are on no list").isEmpty();
    return tally;
  }

  private static void requireReached(Tally tally, int seeds) {
    assertThat(tally.unreached())
        .as("transitions that no history reached")
        .hasSizeLessThanOrEqualTo(seeds >= ENOUGH ? 0 : RARE);
    assertThat(MET).as("what no history met").allMatch(what -> tally.count(what) > 0);
  }

  /** In every eighth history a receiver may hold a handful of copies. */
  private static Wiring wiring(long seed) {
    return seed % BOUNDED == 0
        ? BytesHistoriesTest.bounded(UnaryOperator.identity())
        : new Wiring();
  }
}

package io.twinbus.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What came of one run.
 *
 * @param seed the seed
 * @param simulated how much time passed in it
 * @param steps how many steps it took
 * @param counts what it met, by name
 * @param failure which invariant broke, if one did
 * @param trace who did what, when; empty unless it was a replay
 */
public record SimulationResult(
    long seed,
    Duration simulated,
    long steps,
    SortedMap<String, Long> counts,
    Optional<InvariantViolated> failure,
    String trace) {

  static SimulationResult passed(long seed, Ground ground) {
    return of(seed, ground, Optional.empty());
  }

  static SimulationResult failed(long seed, Ground ground, InvariantViolated violation) {
    return of(seed, ground, Optional.of(violation));
  }

  private static SimulationResult of(
      long seed, Ground ground, Optional<InvariantViolated> failure) {
    return new SimulationResult(
        seed,
        ground.timeline().now(),
        ground.timeline().steps(),
        ground.score().counts(),
        failure,
        ground.trace().text());
  }

  /** The failure in words: the invariant, the seed, how to replay it, and the trace. */
  public String story() {
    return "%s%nSeed %d; replay with -Dsimulation.seed=%d. At %s s:%n%s"
        .formatted(
            failure.map(Throwable::getMessage).orElse("All invariants held."),
            seed,
            seed,
            Trace.seconds(simulated),
            trace);
  }
}

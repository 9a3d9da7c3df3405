package io.twinbus.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Random histories in which an idle claim is kept for longer than the history lasts: whatever waits
 * for it must be heard by its owner. Which invariant broke, by seed.
 */
public final class KeptClaimHistories implements LongFunction<Optional<String>> {

  @Override
  public Optional<String> apply(long seed) {
    return played(seed).failure().map(Throwable::getMessage);
  }

  static SimulationResult played(long seed) {
    return new Simulation(new ClaimsKept()).runOnce(seed);
  }

  private static final class ClaimsKept extends Wiring {

    @Override
    public Duration longLinger() {
      return Duration.ofHours(1);
    }
  }
}

package io.twinbus.simulation;

import java.util.Optional;
import java.util.function.LongFunction;

/** Random histories, for a class loader of their own: which invariant broke, by seed. */
public final class AlteredHistory implements LongFunction<Optional<String>> {

  @Override
  public Optional<String> apply(long seed) {
    return new Simulation(new Wiring()).runOnce(seed).failure().map(Throwable::getMessage);
  }
}

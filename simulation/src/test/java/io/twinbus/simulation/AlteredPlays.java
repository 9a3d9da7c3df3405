package io.twinbus.simulation;

import java.util.Optional;
import java.util.function.LongFunction;

/** The plays of {@link SaturationPlays} by their number, for a class loader of their own. */
public final class AlteredPlays implements LongFunction<Optional<String>> {

  static final long SATURATED = 1;
  static final long HOT = 2;
  static final long TAKEOVER = 3;

  @Override
  public Optional<String> apply(long play) {
    try {
      return play == SATURATED
          ? new SaturationPlays.Saturated().play()
          : play == HOT ? SaturationPlays.hot() : SaturationPlays.takeover();
    } catch (InvariantViolated violation) {
      return Optional.of(String.valueOf(violation.getMessage()));
    }
  }
}

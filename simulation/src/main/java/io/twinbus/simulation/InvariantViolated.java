package io.twinbus.simulation;

import java.util.function.Supplier;

/** An invariant does not hold. */
public final class InvariantViolated extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Invariant invariant;

  InvariantViolated(Invariant invariant, String sentence) {
    super(invariant + ": " + sentence);
    this.invariant = invariant;
  }

  /** Which one. */
  public Invariant invariant() {
    return invariant;
  }

  static void require(boolean holds, Invariant invariant, Supplier<String> sentence) {
    if (!holds) {
      throw new InvariantViolated(invariant, sentence.get());
    }
  }
}

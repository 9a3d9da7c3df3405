package io.twinbus.simulation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An invariant does not hold.
 *
 * <p>The product's shells catch what is thrown at them. So each thread keeps the first violation of
 * its run, and {@link Timeline} throws it again after the step.
 */
public final class InvariantViolated extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final ThreadLocal<@Nullable InvariantViolated> FIRST = new ThreadLocal<>();

  private final Invariant invariant;

  InvariantViolated(Invariant invariant, String sentence) {
    super(invariant + ": " + sentence);
    this.invariant = invariant;
    if (FIRST.get() == null) {
      FIRST.set(this);
    }
  }

  /** A run begins on this thread: nothing is violated. */
  static void forget() {
    FIRST.remove();
  }

  /** Throws the first violation of the run, if there is one. */
  static void throwFirst() {
    InvariantViolated first = FIRST.get();
    if (first != null) {
      throw first;
    }
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

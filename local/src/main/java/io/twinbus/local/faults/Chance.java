package io.twinbus.local.faults;

import org.jspecify.annotations.Nullable;

/**
 * How often and how likely a fault strikes what it fits. Immutable.
 *
 * @param times how often at most; {@link #UNLIMITED} until it is ended
 * @param probability for each that it fits, above 0 and up to 1
 */
public record Chance(int times, double probability) {
  /** No bound on how often a fault strikes. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** The next one that fits, and no other. */
  public static final Chance ONCE = new Chance(1, 1);

  public Chance {
    if (times < 1) {
      throw new IllegalArgumentException("A fault strikes at least once, not " + times + " times.");
    }
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "A fault's probability is above 0 and at most 1, not " + probability + ".");
    }
  }

  /**
   * What is meant when one or both are left out: once, or without end if there is a probability.
   */
  public static Chance of(@Nullable Integer times, @Nullable Double probability) {
    int unsaid = probability == null ? 1 : UNLIMITED;
    return new Chance(times == null ? unsaid : times, probability == null ? 1 : probability);
  }
}

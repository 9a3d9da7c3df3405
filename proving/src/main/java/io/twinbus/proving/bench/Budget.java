package io.twinbus.proving.bench;

/**
 * What a measurement has to reach, in its own unit.
 *
 * <p>Immutable.
 *
 * @param limit the number that counts as met
 * @param atMost whether less is better
 */
public record Budget(double limit, boolean atMost) {

  /** Met from {@code limit} upwards. */
  public static Budget atLeast(double limit) {
    return new Budget(limit, false);
  }

  /** Met up to {@code limit}. */
  public static Budget atMost(double limit) {
    return new Budget(limit, true);
  }

  boolean metBy(double value) {
    return atMost ? value <= limit : value >= limit;
  }

  String text(String unit) {
    return (atMost ? "<= " : ">= ") + Figures.text(limit) + unit;
  }
}

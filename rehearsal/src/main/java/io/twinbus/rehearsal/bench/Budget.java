package io.twinbus.rehearsal.bench;

import java.util.Locale;

/**
 * What a measurement has to reach.
 *
 * <p>Immutable.
 *
 * @param limit the number that counts as met
 * @param unit such as {@code /s}
 * @param atMost whether less is better
 */
public record Budget(double limit, String unit, boolean atMost) {

  static Budget atLeast(double perSecond) {
    return new Budget(perSecond, "/s", false);
  }

  static Budget atMostMebibytes(double mebibytes) {
    return new Budget(mebibytes, " MiB", true);
  }

  boolean metBy(double value) {
    return atMost ? value <= limit : value >= limit;
  }

  String text() {
    return (atMost ? "<= " : ">= ") + String.format(Locale.ROOT, "%,.0f", limit) + unit;
  }
}

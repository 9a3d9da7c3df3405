package io.twinbus.certify.run;

import java.time.Duration;

/**
 * How fast a place answered one kind of request. Immutable.
 *
 * @param place a region, or the ledger
 * @param request what was asked
 * @param answers how many requests were answered
 * @param median the time that half of the answers took at most
 * @param longest the time that the slowest one took
 * @param within the time from the first request to the last answer
 */
public record Measured(
    String place, String request, int answers, Duration median, Duration longest, Duration within) {

  private static final double MILLIS = 1_000;

  /**
   * Answers a second while the run asked. A run waits most of its time and keeps a pace: what the
   * service could do is more.
   */
  public double perSecond() {
    return within.isZero() ? answers : answers * MILLIS / Math.max(1, within.toMillis());
  }
}

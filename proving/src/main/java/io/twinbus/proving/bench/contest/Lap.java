package io.twinbus.proving.bench.contest;

/**
 * One round: so much was done in so long. Immutable.
 *
 * @param times how often
 * @param seconds how long it took
 */
public record Lap(long times, double seconds) {

  /** How often a second. */
  public double perSecond() {
    return times / seconds;
  }
}

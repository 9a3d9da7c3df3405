package io.twinbus.ledger.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;

/**
 * How long an instance's beats take until an observer's read first shows them, as far as the
 * observer can tell from the instance's own wall time in each beat.
 *
 * <p>The two clocks need not agree: what counts is by how much one beat was slower than the
 * quickest of the latest {@value #WINDOW} to twice as many that the observer saw. That is the
 * minimum filter with which network time protocols find an offset (RFC 5905, section 10). So the
 * age that it tells is the least that a beat has, as long as the two clocks keep their distance.
 * When the instance's wall clock is set back, beats look older for that window.
 *
 * <p>Immutable and thread-safe.
 *
 * @param latest from the latest beat's wall time to the end of the read, plus an unknown constant
 * @param least the least of those in this window
 * @param leastBefore the least of the window before
 * @param taken how many this window has
 */
record BeatDelays(Duration latest, Duration least, Duration leastBefore, int taken) {

  private static final int WINDOW = 16;

  /** Of the first beat that a read shows. */
  static BeatDelays first(Instant writtenAt, MonotonicTime shownAt) {
    Duration delay = delay(writtenAt, shownAt);
    return new BeatDelays(delay, delay, delay, 1);
  }

  /** With the next one. */
  BeatDelays then(Instant writtenAt, MonotonicTime shownAt) {
    Duration delay = delay(writtenAt, shownAt);
    return taken < WINDOW
        ? new BeatDelays(delay, shorter(delay, least), leastBefore, taken + 1)
        : new BeatDelays(delay, delay, least, 1);
  }

  /** How old the latest beat was at least when the read had shown it; never negative. */
  Duration age() {
    return latest.minus(shorter(shorter(latest, least), leastBefore));
  }

  private static Duration delay(Instant writtenAt, MonotonicTime shownAt) {
    return Duration.ofNanos(shownAt.nanos()).minus(Duration.between(Instant.EPOCH, writtenAt));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}

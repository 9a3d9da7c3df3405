package io.twinbus.certify.check;

import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * How long the long checks last, each beyond a time at which the service does something by itself.
 * Immutable.
 *
 * @param idle how long a link is left alone
 * @param handler how long a message is held under a lock that is renewed
 * @param renewEvery how long lies between two renewals
 * @param timeToLive how long an item lives
 * @param purge within which time after its end it must be gone
 */
public record LongTimes(
    Duration idle, Duration handler, Duration renewEvery, Duration timeToLive, Duration purge) {

  /** Those of Azure: links idle out after ten minutes. */
  public static LongTimes ofAzure() {
    return new LongTimes(
        Duration.ofMinutes(11),
        Duration.ofMinutes(15),
        Duration.ofSeconds(2),
        Duration.ofMinutes(5),
        Duration.ofMinutes(1));
  }

  /** The longest of the long checks. */
  public Duration longest() {
    return Stream.of(idle, handler, timeToLive.plus(purge))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** How many renewals there are at most. */
  public int renewals() {
    return Math.toIntExact(handler.dividedBy(renewEvery));
  }
}

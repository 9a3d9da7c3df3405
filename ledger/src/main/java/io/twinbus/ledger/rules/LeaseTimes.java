package io.twinbus.ledger.rules;

import java.time.Duration;

/**
 * How an instance shows that it is alive. All that read and write one ledger keep the same times.
 *
 * <p>Immutable and thread-safe.
 *
 * @param beat how often the lease is renewed (default 2 s)
 * @param lease how long an observer waits for a sign of life before it judges the instance dead
 *     (default 10 s)
 * @param margin how long before that the instance stops by itself (default 2 s); it covers the
 *     drift between two monotonic clocks and the time to cancel handlers, and with half of it an
 *     owner's wall clock that was set back ({@link FailureDetector})
 */
public record LeaseTimes(Duration beat, Duration lease, Duration margin) {

  /**
   * @throws IllegalArgumentException unless two beats fit into the lease less the margin
   */
  public LeaseTimes {
    if (beat.isZero()
        || beat.isNegative()
        || beat.multipliedBy(2).plus(margin).compareTo(lease) > 0) {
      throw new IllegalArgumentException(
          "A lease of %d ms needs a beat of at most %d ms, this one has %d ms."
              .formatted(lease.toMillis(), lease.minus(margin).toMillis() / 2, beat.toMillis()));
    }
  }

  /** 2 s, 10 s, 2 s. */
  public static LeaseTimes ofDefaults() {
    return new LeaseTimes(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }
}

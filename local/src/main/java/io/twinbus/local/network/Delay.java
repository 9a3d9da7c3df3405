package io.twinbus.local.network;

import java.time.Duration;

/**
 * How long bytes take in one direction: the base, and up to {@code jitter} more, drawn for each
 * piece. Order is kept, so a late piece holds up the next ones, as in TCP. Immutable.
 *
 * @param base 0 to a minute
 * @param jitter 0 to a minute
 */
public record Delay(Duration base, Duration jitter) {
  private static final Duration MAX = Duration.ofMinutes(1);

  /** No delay. */
  public static final Delay NONE = new Delay(Duration.ZERO, Duration.ZERO);

  public Delay {
    check("Latency", base);
    check("Jitter", jitter);
  }

  /** Whether it delays anything. */
  public boolean isZero() {
    return base.isZero() && jitter.isZero();
  }

  private static void check(String what, Duration duration) {
    if (duration.isNegative() || duration.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          what + " must be 0 to 60000 ms, not " + duration.toMillis() + ".");
    }
  }
}

package io.twinbus.local.network;

import java.time.Duration;

/**
 * How long an endpoint bears with a client that says nothing. Immutable.
 *
 * @param silence until a new connection is dropped on which nothing whole was said: no AMQP open,
 *     no complete HTTP request; also until a request that has begun is complete; default 30 s
 * @param idle until an open AMQP connection is closed that sends no frame, not even an empty one;
 *     clients are told and keep it alive by themselves; default 120 s
 */
public record ConnectionLimits(Duration silence, Duration idle) {
  private static final Duration MIN = Duration.ofMillis(100);
  private static final Duration MAX = Duration.ofHours(1);

  public ConnectionLimits {
    check("silence", silence);
    check("idle time", idle);
  }

  /** The defaults. */
  public static ConnectionLimits defaults() {
    return new ConnectionLimits(Duration.ofSeconds(30), Duration.ofMinutes(2));
  }

  private static void check(String what, Duration limit) {
    if (limit.compareTo(MIN) < 0 || limit.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "A connection's " + what + " is limited to 100 ms to 1 h, not " + limit + ".");
    }
  }
}

package io.twinbus.local.network;

import java.time.Duration;

/**
 * How long an endpoint bears with a client that says nothing. Immutable.
 *
 * @param silence until a new connection is dropped on which nothing whole was said: no AMQP open,
 *     no complete HTTP request; also until a request that has begun is complete; default 30 s
 * @param idle until an open AMQP connection is closed that sends no frame, not even an empty one;
 *     clients are told and keep it alive by themselves; default 120 s
 * @param linkIdle until a link that sends or receives is detached that is not used; default 10 min,
 *     as on Azure. Renewing the lock of its session is use, an empty frame is not
 * @param withoutLinks until an open AMQP connection is closed that has no link, but those for
 *     tokens; default 5 min, as on Azure
 */
public record ConnectionLimits(
    Duration silence, Duration idle, Duration linkIdle, Duration withoutLinks) {
  private static final Duration MIN = Duration.ofMillis(100);
  private static final Duration MAX = Duration.ofHours(1);

  public ConnectionLimits {
    check("A connection's silence", silence);
    check("A connection's idle time", idle);
    check("A link's idle time", linkIdle);
    check("A connection's time without links", withoutLinks);
  }

  /** The defaults. */
  public static ConnectionLimits defaults() {
    return new ConnectionLimits(
        Duration.ofSeconds(30),
        Duration.ofMinutes(2),
        Duration.ofMinutes(10),
        Duration.ofMinutes(5));
  }

  /** The same, bearing with the silence of new connections for another time. */
  public ConnectionLimits withSilence(Duration value) {
    return new ConnectionLimits(value, idle, linkIdle, withoutLinks);
  }

  /** The same, bearing with open connections without a frame for another time. */
  public ConnectionLimits withIdle(Duration value) {
    return new ConnectionLimits(silence, value, linkIdle, withoutLinks);
  }

  /** The same, bearing with idle links for another time. */
  public ConnectionLimits withLinkIdle(Duration value) {
    return new ConnectionLimits(silence, idle, value, withoutLinks);
  }

  /** The same, bearing with connections without links for another time. */
  public ConnectionLimits withoutLinks(Duration value) {
    return new ConnectionLimits(silence, idle, linkIdle, value);
  }

  /** The shortest of the times for which an open AMQP connection may be idle in some way. */
  public Duration shortest() {
    Duration links = linkIdle.compareTo(withoutLinks) < 0 ? linkIdle : withoutLinks;
    return links.compareTo(idle) < 0 ? links : idle;
  }

  private static void check(String what, Duration limit) {
    if (limit.compareTo(MIN) < 0 || limit.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(what + " is limited to 100 ms to 1 h, not " + limit + ".");
    }
  }
}

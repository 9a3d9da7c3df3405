package io.twinbus.proving.endurance;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When a region's receivers lost their connections, as far as the SDK still keeps them.
 *
 * <p>SDK 7.17.20 never closes the channel over which a connection's locks are renewed. The timer
 * that shall renew this channel's token is a root of the garbage collector and holds the
 * connection, lost or not, with all of its links; no order of closing clients, sessions or whole
 * clients ends it. It ends by itself when it fires, after nine tenths of the token's life, and
 * finds the connection gone. A connection string's token lives for 20 minutes.
 *
 * <p>Confined to one thread.
 */
final class Losses {

  /** Nine tenths of 20 minutes, and a minute until the collector has seen it. */
  static final Duration KEPT = Duration.ofMinutes(19);

  private final Deque<MonotonicTime> times = new ArrayDeque<>();

  /** Connections were lost at {@code now}: one of each receiver. */
  void add(MonotonicTime now) {
    times.add(now);
  }

  /** How many lost connections of one receiver the SDK may keep at {@code now}. */
  int kept(MonotonicTime now) {
    while (!times.isEmpty() && now.isAtOrAfter(times.getFirst().plus(KEPT))) {
      times.removeFirst();
    }
    return times.size();
  }
}

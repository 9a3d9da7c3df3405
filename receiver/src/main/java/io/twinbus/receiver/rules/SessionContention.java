package io.twinbus.receiver.rules;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether sessions wait for the places of idle ones, when all places are taken.
 *
 * <p>Nobody says so; it shows only when places are given away:
 *
 * <ol>
 *   <li>A session that comes for such a place and was not sent away before has waited.
 *   <li>One that comes back after it was sent away shows nothing by itself. But if all places are
 *       taken again while others that were sent away lately have not come back, then there are more
 *       sessions than places.
 *   <li>If all that were sent away come back and find room, nobody else waits: then idle ones keep
 *       their places for {@link #ASK_AGAIN}, before that is tried once more, with one of them.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class SessionContention {

  /** How long the answer that no session waits is believed. */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  /** For how long a session that was sent away counts as one that may come back. */
  static final Duration LATELY = Duration.ofSeconds(10);

  private final int mostNames;

  /** Those that were sent away and have not come back, the first one first. */
  private final Map<SessionId, MonotonicTime> sentAway = new LinkedHashMap<>();

  private boolean others = true;
  private MonotonicTime askedAt;

  /** No session has been sent away yet from {@code places} places. */
  public SessionContention(int places, MonotonicTime now) {
    this.mostNames = 2 * places;
    this.askedAt = now;
  }

  /** A session has come. */
  public synchronized void came(SessionId session) {
    if (sentAway.remove(session) == null) {
      others = true;
    }
  }

  /** All places are taken by sessions. */
  public synchronized void filled(MonotonicTime now) {
    var times = sentAway.values().iterator();
    while (times.hasNext() && now.isAtOrAfter(times.next().plus(LATELY))) {
      times.remove();
    }
    if (!sentAway.isEmpty()) {
      others = true;
    }
  }

  /**
   * How many idle ones may be sent away: any number while others wait, none while it is believed
   * that no session waits, and one to find that out.
   */
  public synchronized int mayLeave(MonotonicTime now) {
    if (others) {
      return Integer.MAX_VALUE;
    }
    return now.isAtOrAfter(askedAt.plus(ASK_AGAIN)) ? 1 : 0;
  }

  /** Idle ones have been sent away. */
  public synchronized void sent(Collection<SessionId> sessions, MonotonicTime now) {
    if (sessions.isEmpty()) {
      return;
    }
    for (SessionId session : sessions) {
      sentAway.remove(session); // or it would keep its first place in the order
      sentAway.put(session, now);
    }
    var oldest = sentAway.keySet().iterator();
    while (sentAway.size() > mostNames) {
      oldest.next();
      oldest.remove();
    }
    others = false;
    askedAt = now;
  }
}

package io.twinbus.receiver.rules;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Whether sessions wait for the places of idle ones, when all places are taken.
 *
 * <p>Nobody says so; it shows only when a place is given away. A session that comes for it and was
 * not sent away before has waited. One that comes back after it was sent away shows that nobody
 * else did: then idle ones keep their places for {@link #ASK_AGAIN}, before that is tried once
 * more. Thread-safe.
 */
public final class SessionContention {

  /** How long the answer that no session waits is believed. */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final int mostNames;
  private final Set<SessionId> sentAway = new LinkedHashSet<>();
  private boolean others = true;
  private MonotonicTime askedAt;

  /** No session has been sent away yet from {@code places} places. */
  public SessionContention(int places, MonotonicTime now) {
    this.mostNames = 2 * places;
    this.askedAt = now;
  }

  /** A session has come. */
  public synchronized void came(SessionId session) {
    if (!sentAway.remove(session)) {
      others = true;
    }
  }

  /** Whether idle ones may be sent away. */
  public synchronized boolean waits(MonotonicTime now) {
    return others || now.isAtOrAfter(askedAt.plus(ASK_AGAIN));
  }

  /** Idle ones have been sent away. */
  public synchronized void sent(Collection<SessionId> sessions, MonotonicTime now) {
    if (sessions.isEmpty()) {
      return;
    }
    sentAway.addAll(sessions);
    var oldest = sentAway.iterator();
    while (sentAway.size() > mostNames) {
      oldest.next();
      oldest.remove();
    }
    others = false;
    askedAt = now;
  }
}

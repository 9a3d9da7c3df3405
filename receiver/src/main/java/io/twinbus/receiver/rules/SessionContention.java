package io.twinbus.receiver.rules;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
 *   <li>One that leaves by itself, with its last write, asks the same question, and so do others
 *       beside it: there the answer that nobody waits is given by {@link #ANSWER} without a session
 *       that has waited.
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

  /** How long it may take until a session that waits has come for a place. */
  static final Duration ANSWER = Duration.ofMillis(500);

  /** For how long places that were all taken count as wanted. */
  static final Duration FULL = Duration.ofSeconds(1);

  private final int mostNames;

  /** Those that were sent away and have not come back, the first one first. */
  private final Map<SessionId, MonotonicTime> sentAway = new LinkedHashMap<>();

  private boolean others = true;
  private MonotonicTime askedAt;
  private @Nullable MonotonicTime fullAt;

  /** Since when sessions leave by themselves, and none has come that has waited. */
  private @Nullable MonotonicTime leavingSince;

  /** No session has been sent away yet from {@code places} places. */
  public SessionContention(int places, MonotonicTime now) {
    this.mostNames = 2 * places;
    this.askedAt = now;
  }

  /** A session has come. */
  public synchronized void came(SessionId session) {
    if (sentAway.remove(session) == null) {
      othersWait();
    }
  }

  /** All places are taken by sessions. */
  public synchronized void filled(MonotonicTime now) {
    var times = sentAway.values().iterator();
    while (times.hasNext() && now.isAtOrAfter(times.next().plus(LATELY))) {
      times.remove();
    }
    if (!sentAway.isEmpty()) {
      othersWait();
    }
  }

  private void othersWait() {
    others = true;
    leavingSince = null;
  }

  /** All places are taken, and none of the queue's accepts waits. */
  public synchronized void full(MonotonicTime now) {
    fullAt = now;
  }

  /** Whether all places were taken lately, and others wait. */
  public synchronized boolean isPressing(MonotonicTime now) {
    MonotonicTime lately = fullAt;
    hearAnswer(now);
    return others && lately != null && !now.isAtOrAfter(lately.plus(FULL));
  }

  private void hearAnswer(MonotonicTime now) {
    MonotonicTime since = leavingSince;
    if (since != null && now.isAtOrAfter(since.plus(ANSWER))) {
      others = false;
      askedAt = now;
      leavingSince = null;
    }
  }

  /**
   * How many idle ones may be sent away: any number while others wait, none while it is believed
   * that no session waits, and one to find that out.
   */
  public synchronized int mayLeave(MonotonicTime now) {
    hearAnswer(now);
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
    sessions.forEach(session -> remember(session, now));
    others = false;
    askedAt = now;
    leavingSince = null;
  }

  /** {@code session} has left by itself, for others. */
  public synchronized void left(SessionId session, MonotonicTime now) {
    remember(session, now);
    leavingSince = leavingSince == null ? now : leavingSince;
  }

  private void remember(SessionId session, MonotonicTime now) {
    sentAway.remove(session); // or it would keep its first place in the order
    sentAway.put(session, now);
    var oldest = sentAway.keySet().iterator();
    while (sentAway.size() > mostNames) {
      oldest.next();
      oldest.remove();
    }
  }
}

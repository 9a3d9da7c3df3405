package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accepts of a queue that wait at the broker without a place, and the sessions that have come
 * by them and wait for one:
 *
 * <ol>
 *   <li>There are no more of both than {@link PlaceTurnover places are likely to come free} soon,
 *       and than {@code most}.
 *   <li>A place that comes free is for the session that has waited longest, or else for an accept.
 *   <li>All accepts are alike: a session that comes takes the place of any accept that has one.
 *   <li>A session that has waited for {@link #PATIENCE} goes back to the broker. Then no accept
 *       goes without a place until places come free again.
 * </ol>
 *
 * <p>An accept takes several round trips to the broker. While sessions of one message are turned
 * over, it would hold a place for as long as the ledger's write does. Thread-safe.
 *
 * @param <S> what stands for a session; no two are equal
 */
public final class EarlyAccepts<S> {

  /** How long a session waits for a place. */
  public static final Duration PATIENCE = PlaceTurnover.WINDOW;

  private final SharedPlaces.Share share;
  private final PlaceTurnover turnover;
  private final Deque<S> sessions = new ArrayDeque<>();
  private int accepts;
  private long wentBack;

  /** None yet, of the queue with {@code share}. */
  public EarlyAccepts(SharedPlaces.Share share, int most) {
    this.share = share;
    this.turnover = new PlaceTurnover(most);
  }

  /** A session has given its place up, and not because it was told to. */
  public synchronized void freed(MonotonicTime now) {
    turnover.freed(now);
  }

  /** Whether one more accept may wait without a place; if so, it counts. */
  public synchronized boolean tryAdd(MonotonicTime now) {
    if (count() >= turnover.likely(now)) {
      return false;
    }
    accepts++;
    return true;
  }

  /** How many accepts and sessions there are. */
  public synchronized int count() {
    return accepts + sessions.size();
  }

  /** Whether a session waits. */
  public synchronized boolean isAnySession() {
    return !sessions.isEmpty();
  }

  /**
   * One of the queue's accepts has its answer. Where no session comes, an accept without a place is
   * the first that is not needed.
   *
   * @return whether it had a place, which is {@link SharedPlaces.Share#answered() answered} then
   */
  public synchronized boolean answeredWithPlace(boolean isSession) {
    boolean isAnyPlaced = share.waiting() > 0;
    if (accepts > 0 && !(isSession && isAnyPlaced)) {
      accepts--;
      return false;
    }
    share.answered();
    return true;
  }

  /** {@code session} waits from now on. */
  public synchronized void add(S session) {
    sessions.add(session);
  }

  /**
   * Gives free places to those that have none. A session that is returned has one, and its place is
   * {@link SharedPlaces.Share#answered() answered}; null when no session has got one.
   */
  public synchronized @Nullable S seat() {
    if (!sessions.isEmpty() && share.tryTake(count())) {
      share.answered();
      return sessions.remove();
    }
    while (sessions.isEmpty() && accepts > 0 && share.tryTake(accepts)) {
      accepts--;
    }
    return null;
  }

  /** The sessions that wait. */
  public synchronized List<S> sessions() {
    return List.copyOf(sessions);
  }

  /** {@code session} goes back; false when it has got a place meanwhile. */
  public synchronized boolean remove(S session) {
    if (!sessions.remove(session)) {
      return false;
    }
    turnover.clear();
    wentBack++;
    return true;
  }

  /** How many sessions went back. */
  public synchronized long wentBack() {
    return wentBack;
  }
}

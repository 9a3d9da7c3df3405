package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many places are likely to come free within the next {@link #WINDOW}: as many as sessions have
 * given up within the last one, but for the first, which alone says nothing of a next one.
 * Remembers no more than {@code most} and one. Not thread-safe.
 */
public final class PlaceTurnover {

  /** How far back it looks, and how long a session may wait for one of these places. */
  public static final Duration WINDOW = Duration.ofMillis(100);

  private final int most;
  private final Deque<MonotonicTime> freed = new ArrayDeque<>();

  /** No place has come free yet; no more than {@code most} are ever likely. */
  public PlaceTurnover(int most) {
    this.most = most;
  }

  /** A session has given its place up. */
  public void freed(MonotonicTime now) {
    freed.add(now);
    if (freed.size() > most + 1) {
      freed.remove();
    }
  }

  /** How many are likely to come free soon. */
  public int likely(MonotonicTime now) {
    while (!freed.isEmpty() && now.isAtOrAfter(freed.element().plus(WINDOW))) {
      freed.remove();
    }
    return Math.max(0, freed.size() - 1);
  }

  /** The places that came free say nothing about the next ones. */
  public void clear() {
    freed.clear();
  }
}

package io.twinbus.proving.bench.product;

import io.twinbus.receiver.Message;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The effects of numbered messages, second by second: how many there were, which came twice, and
 * which came before their predecessor. A session's numbers grow by the number of sessions, as
 * {@link SteadyTraffic} gives them. Thread-safe.
 */
public final class SessionEffects {

  private static final int MOST_SECONDS = 3_600;

  private final int sessions;
  private final long begin = System.nanoTime();
  private final AtomicIntegerArray perSecond = new AtomicIntegerArray(MOST_SECONDS);
  private final Map<Integer, Integer> latest = new ConcurrentHashMap<>();
  private final AtomicLong effects = new AtomicLong();
  private final AtomicLong repeats = new AtomicLong();
  private final AtomicLong disordered = new AtomicLong();

  /** Of messages over so many sessions. */
  public SessionEffects(int sessions) {
    this.sessions = sessions;
  }

  /** A handler was called for {@code message}. */
  public void on(Message message) {
    String id = message.id().value();
    int number = Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    latest.merge(number % sessions, number, (before, now) -> judged(before, now));
    effects.incrementAndGet();
    perSecond.incrementAndGet(Math.min(MOST_SECONDS - 1, second()));
  }

  private int judged(int before, int now) {
    if (now <= before) {
      repeats.incrementAndGet();
      return before;
    }
    if (now != before + sessions) {
      disordered.incrementAndGet();
    }
    return now;
  }

  /** The present second; the first is 0. */
  public int second() {
    return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
  }

  /** How many effects came in this second. */
  public int in(int second) {
    return perSecond.get(second);
  }

  /** How many effects there were. */
  public long count() {
    return effects.get();
  }

  /** How many of them were of a message that had had its effect. */
  public long repeats() {
    return repeats.get();
  }

  /** How many of them came before their predecessor's. */
  public long disordered() {
    return disordered.get();
  }
}

package io.twinbus.simulation;

import java.time.Duration;
import java.util.PriorityQueue;

/** True time, and what is to happen in it: the only scheduler of a simulation. */
final class Timeline {

  private record Entry(long at, long order, Runnable action) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long now;
  private long order;
  private long steps;

  /** The time since the simulation began. */
  Duration now() {
    return Duration.ofNanos(now);
  }

  long nanos() {
    return now;
  }

  /** How many steps have been taken. */
  long steps() {
    return steps;
  }

  void after(Duration delay, Runnable action) {
    entries.add(new Entry(now + Math.max(0, delay.toNanos()), order++, action));
  }

  void at(Duration time, Runnable action) {
    after(time.minusNanos(now), action);
  }

  /** Takes every step up to {@code end}, and then it is {@code end}. */
  void runUntil(Duration end) {
    long limit = end.toNanos();
    Entry next = entries.peek();
    while (next != null && next.at() <= limit) {
      entries.remove();
      now = next.at();
      steps++;
      next.action().run();
      InvariantViolated.throwFirst();
      next = entries.peek();
    }
    now = Math.max(now, limit);
  }
}

package io.twinbus.local.network;

import java.util.ArrayDeque;

/**
 * What is on its way in one direction, in order: nothing overtakes, even when the delay shrinks.
 */
final class DelayQueue {
  private final ArrayDeque<Delayed> waiting = new ArrayDeque<>();

  void add(Delayed delayed) {
    waiting.add(delayed);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int size() {
    return waiting.size();
  }

  /** Lets pass what is due; true if anything was. */
  boolean runDue(long nowNanos) {
    boolean any = false;
    for (Delayed head = waiting.peek();
        head != null && head.dueNanos() - nowNanos <= 0;
        head = waiting.peek()) {
      waiting.remove();
      head.pass().run();
      any = true;
    }
    return any;
  }

  /** Nanoseconds until the head is due, at least 1; {@link Long#MAX_VALUE} if nothing waits. */
  long nanosToNext(long nowNanos) {
    Delayed head = waiting.peek();
    return head == null ? Long.MAX_VALUE : Math.max(1, head.dueNanos() - nowNanos);
  }

  void runAll() {
    while (!waiting.isEmpty()) {
      waiting.remove().pass().run();
    }
  }

  void dropAll() {
    while (!waiting.isEmpty()) {
      waiting.remove().drop().run();
    }
  }
}

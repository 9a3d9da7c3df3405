package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Consumers that wait for any session: first come, first served, each until its own deadline. */
final class AcceptQueue {
  private record Waiter(Consumer consumer, Instant deadline, long order) {}

  private final Map<Consumer, Waiter> waiting = new LinkedHashMap<>();
  private final NavigableSet<Waiter> byDeadline =
      new TreeSet<>(Comparator.comparing(Waiter::deadline).thenComparing(Waiter::order));
  private long arrivals;

  void add(Consumer consumer, Instant deadline) {
    Waiter waiter = new Waiter(consumer, deadline, ++arrivals);
    waiting.put(consumer, waiter);
    byDeadline.add(waiter);
  }

  void remove(Consumer consumer) {
    Waiter waiter = waiting.remove(consumer);
    if (waiter != null) {
      byDeadline.remove(waiter);
    }
  }

  /** Takes out the one that has waited longest; null when nobody waits. */
  @Nullable Consumer poll() {
    var all = waiting.values().iterator();
    if (!all.hasNext()) {
      return null;
    }
    Waiter first = all.next();
    all.remove();
    byDeadline.remove(first);
    return first.consumer();
  }

  /** Takes out one whose deadline has passed; null when there is none. */
  @Nullable Consumer pollTimedOut(Instant now) {
    if (byDeadline.isEmpty() || byDeadline.first().deadline().isAfter(now)) {
      return null;
    }
    Consumer consumer = byDeadline.first().consumer();
    remove(consumer);
    return consumer;
  }

  @Nullable Instant nextWakeUp() {
    return byDeadline.isEmpty() ? null : byDeadline.first().deadline();
  }
}

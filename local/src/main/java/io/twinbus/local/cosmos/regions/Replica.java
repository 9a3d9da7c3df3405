package io.twinbus.local.cosmos.regions;

import io.twinbus.local.cosmos.store.Change;
import io.twinbus.local.cosmos.store.DocumentStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One region's copy and the changes that are on their way to it. Thread-safe.
 *
 * <p>At most {@value #MAX_UNDERWAY} changes are on their way; beyond that the oldest arrive early.
 */
final class Replica {
  private static final int MAX_UNDERWAY = 100_000;

  private final String name;
  private final Deque<Underway> underway = new ArrayDeque<>();
  private volatile DocumentStore store;
  private volatile boolean up = true;

  Replica(String name, DocumentStore store) {
    this.name = name;
    this.store = store;
  }

  String name() {
    return name;
  }

  DocumentStore store() {
    return store;
  }

  boolean isUp() {
    return up;
  }

  void up(boolean value) {
    up = value;
  }

  synchronized void send(Change change, Instant due) {
    if (underway.size() == MAX_UNDERWAY) {
      store.accept(underway.removeFirst().change());
    }
    underway.add(new Underway(change, due));
  }

  /** Lets everything arrive that is due. */
  synchronized void arrive(Instant now) {
    while (!underway.isEmpty() && !underway.getFirst().due().isAfter(now)) {
      store.accept(underway.removeFirst().change());
    }
  }

  void arriveAll() {
    arrive(Instant.MAX);
  }

  /** Loses what is on its way; the number of writes to items that were among it. */
  synchronized int loseUnderway() {
    int lost = 0;
    for (Underway change : underway) {
      lost += change.change() instanceof Change.ItemsChanged items ? items.items().size() : 0;
    }
    underway.clear();
    return lost;
  }

  /** Starts anew as a copy of another region's. */
  synchronized void seed(DocumentStore empty, DocumentStore source) {
    underway.clear();
    source.contents().forEach(empty::accept);
    store = empty;
  }

  private record Underway(Change change, Instant due) {}
}

package io.twinbus.local.cosmos.store;

import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/**
 * The items that have one value at one path, by number. Changed under the container's lock, read
 * without it.
 */
final class Posting {
  /** Below so many items reading all is as fast. */
  static final int WORTH_WHILE = 64;

  static final Posting NONE = new Posting();

  private final ConcurrentNavigableMap<Long, Item> items = new ConcurrentSkipListMap<>();
  // Counted here, because the map would walk through all items.
  private int size;

  void add(Item item) {
    size += items.put(item.number(), item) == null ? 1 : 0;
  }

  void remove(Item item) {
    size -= items.remove(item.number()) == null ? 0 : 1;
  }

  int size() {
    return size;
  }

  Stream<Item> after(long number) {
    return items.tailMap(number, false).values().stream();
  }
}

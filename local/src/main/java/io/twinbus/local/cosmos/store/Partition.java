package io.twinbus.local.cosmos.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The items of one logical partition and their size. Not thread-safe. */
final class Partition {
  private final Map<String, Item> items = new HashMap<>(4);
  private long bytes;

  @Nullable Item find(String id) {
    return items.get(id);
  }

  Collection<Item> items() {
    return items.values();
  }

  /** The size of all contents, in bytes. */
  long bytes() {
    return bytes;
  }

  void put(Item item) {
    remove(item.id());
    items.put(item.id(), item);
    bytes += item.bytes();
  }

  void remove(String id) {
    Item removed = items.remove(id);
    if (removed != null) {
      bytes -= removed.bytes();
    }
  }
}

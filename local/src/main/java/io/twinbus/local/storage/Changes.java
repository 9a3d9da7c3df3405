package io.twinbus.local.storage;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes that reach the disk together or not at all, in their order.
 *
 * <p>Not thread-safe, and not to be changed once handed over. Values are not copied.
 */
public final class Changes {

  /** One change: a value stored, or with null removed; without a key the whole map. */
  static final class Change {
    private final KeptMap map;
    private final @Nullable String key;
    private final byte @Nullable [] value;

    Change(KeptMap map, @Nullable String key, byte @Nullable [] value) {
      this.map = map;
      this.key = key;
      this.value = value;
    }

    KeptMap map() {
      return map;
    }

    @Nullable String key() {
      return key;
    }

    byte @Nullable [] value() {
      return value;
    }
  }

  private final List<Change> all = new ArrayList<>();
  private long bytes;

  /** Stores a value, in place of an older one. */
  public void put(KeptMap map, String key, byte[] value) {
    all.add(new Change(map, key, value));
    bytes += value.length;
  }

  /** Removes a value. */
  public void remove(KeptMap map, String key) {
    all.add(new Change(map, key, null));
  }

  /** Removes all values of a map. */
  public void clear(KeptMap map) {
    all.add(new Change(map, null, null));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  List<Change> all() {
    return all;
  }

  /** The size of the values. */
  long bytes() {
    return bytes;
  }
}

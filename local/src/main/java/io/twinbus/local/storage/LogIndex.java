package io.twinbus.local.storage;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where in the file the values stand that are still valid. Not thread-safe. */
final class LogIndex {
  // What an entry costs in the file beside its value, more or less.
  private static final int ENTRY_BYTES = 32;

  /** A value's place in the file. */
  record Slot(long at, int length) {}

  private final Map<KeptMap, Map<String, Slot>> slots = new LinkedHashMap<>();
  private long liveBytes;

  void name(KeptMap map) {
    slots.computeIfAbsent(map, absent -> new HashMap<>());
  }

  void put(KeptMap map, String key, Slot slot) {
    Slot before = slots.computeIfAbsent(map, absent -> new HashMap<>()).put(key, slot);
    liveBytes += size(slot) - size(before);
  }

  void remove(KeptMap map, String key) {
    Slot before = slots.computeIfAbsent(map, absent -> new HashMap<>()).remove(key);
    liveBytes -= size(before);
  }

  void clear(KeptMap map) {
    Map<String, Slot> all = slots.put(map, new HashMap<>());
    if (all != null) {
      all.values().forEach(slot -> liveBytes -= size(slot));
    }
  }

  List<KeptMap> maps() {
    return List.copyOf(slots.keySet());
  }

  Map<String, Slot> slots(KeptMap map) {
    return slots.getOrDefault(map, Map.of());
  }

  /** About how large a file without anything superfluous would be. */
  long liveBytes() {
    return liveBytes;
  }

  private static long size(@Nullable Slot slot) {
    return slot == null ? 0 : slot.length() + ENTRY_BYTES;
  }
}

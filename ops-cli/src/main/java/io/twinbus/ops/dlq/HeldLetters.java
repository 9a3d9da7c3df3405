package io.twinbus.ops.dlq;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The letters of a queue that a run has locked and not removed, within a bound of bytes. Not
 * thread-safe.
 *
 * @param <L> a letter
 */
final class HeldLetters<L> {

  /** The most bytes of bodies that stay held from page to page. */
  static final long MOST_BYTES = 32L * 1_024 * 1_024;

  private final Map<L, Long> held = new LinkedHashMap<>();
  private long bytes;

  /** Holds a letter whose body has {@code size} bytes. */
  void add(L letter, long size) {
    Long before = held.put(letter, size);
    bytes += size - (before == null ? 0 : before);
  }

  void remove(L letter) {
    Long size = held.remove(letter);
    bytes -= size == null ? 0 : size;
  }

  /** Forgets the oldest letters beyond the bound; the broker's locks on them run out. */
  void trim() {
    Iterator<Long> oldest = held.values().iterator();
    while (bytes > MOST_BYTES && oldest.hasNext()) {
      bytes -= oldest.next();
      oldest.remove();
    }
  }

  /** Hands every held letter to {@code leaving}, the oldest first. */
  void leave(Consumer<L> leaving) {
    held.keySet().forEach(leaving);
  }
}

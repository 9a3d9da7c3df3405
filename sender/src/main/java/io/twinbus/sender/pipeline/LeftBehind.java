package io.twinbus.sender.pipeline;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The copies of acknowledged messages that one region does not have yet, over all lanes; bounded.
 *
 * <p>Those on the way count, but only those that wait can be shed, the oldest first; one whose
 * attempt failed counts as young again.
 */
final class LeftBehind {

  private final int maxMessages;
  private final long maxBytes;
  private final LinkedHashSet<Entry> waiting = new LinkedHashSet<>();
  private long messages;
  private long bytes;

  LeftBehind(int maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** The message of a pending copy was acknowledged. */
  void add(Entry entry, Copy copy) {
    messages++;
    bytes += entry.bytes();
    if (copy.isWaiting()) {
      waiting.add(entry);
    }
  }

  /** A copy went on its way. */
  void sent(Entry entry) {
    waiting.remove(entry);
  }

  /** A copy's attempt failed. */
  void returned(Entry entry) {
    if (entry.isAcknowledged()) {
      waiting.add(entry);
    }
  }

  /** A copy ended. */
  void ended(Entry entry) {
    if (entry.isAcknowledged()) {
      waiting.remove(entry);
      messages--;
      bytes -= entry.bytes();
    }
  }

  /** The copy to shed, while there are too many; null when there are not, or none waits. */
  @Nullable Entry surplus() {
    boolean tooMany = messages > maxMessages || bytes > maxBytes;
    return tooMany && !waiting.isEmpty() ? waiting.iterator().next() : null;
  }
}

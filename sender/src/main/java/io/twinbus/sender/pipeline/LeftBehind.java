package io.twinbus.sender.pipeline;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The copies that one region does not have yet while another has the message, over all lanes;
 * bounded.
 *
 * <p>Those on the way count, but only those that wait can be shed, the oldest first; one whose
 * attempt failed counts as young again. With a journal nothing is shed: the region falls behind.
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

  /** Another region has the message of a pending copy. */
  void add(Entry entry, Copy copy) {
    copy.leftBehind(true);
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
  void returned(Entry entry, Copy copy) {
    if (copy.isLeftBehind()) {
      waiting.add(entry);
    }
  }

  /** A copy ended, or was left to the journal. */
  void ended(Entry entry, Copy copy) {
    if (copy.isLeftBehind()) {
      copy.leftBehind(false);
      waiting.remove(entry);
      messages--;
      bytes -= entry.bytes();
    }
  }

  /** The copy to shed, while there are too many; null when there are not, or none waits. */
  @Nullable Entry surplus() {
    return isFull() && !waiting.isEmpty() ? waiting.iterator().next() : null;
  }

  /** Whether there are too many. */
  boolean isFull() {
    return messages > maxMessages || bytes > maxBytes;
  }
}

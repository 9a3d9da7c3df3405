package io.twinbus.sender.pipeline;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The copies that one region does not have yet while another region has the message, over all
 * lanes; bounded.
 *
 * <p>Copies in flight count, but only waiting ones can be shed, the oldest first. A copy whose
 * attempt failed counts as the youngest. With a journal nothing is shed: the region falls behind.
 */
final class LaggingCopies {

  private final int maxMessages;
  private final long maxBytes;
  private final LinkedHashSet<PendingMessage> waiting = new LinkedHashSet<>();
  private long messages;
  private long bytes;

  LaggingCopies(int maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** Counts a pending copy whose message another region has. */
  void add(PendingMessage pending, RegionCopy copy) {
    copy.lagging(true);
    messages++;
    bytes += pending.bytes();
    if (copy.isWaiting()) {
      waiting.add(pending);
    }
  }

  /** Notes that a copy was sent. */
  void sent(PendingMessage pending) {
    waiting.remove(pending);
  }

  /** Notes that the attempt to send a copy failed. */
  void returned(PendingMessage pending, RegionCopy copy) {
    if (copy.isLagging()) {
      waiting.add(pending);
    }
  }

  /** Notes that a copy ended, or was left to the journal. */
  void ended(PendingMessage pending, RegionCopy copy) {
    if (copy.isLagging()) {
      copy.lagging(false);
      waiting.remove(pending);
      messages--;
      bytes -= pending.bytes();
    }
  }

  /** The message whose copy is to be shed; null within the bound, or when no copy waits. */
  @Nullable PendingMessage surplus() {
    return isFull() && !waiting.isEmpty() ? waiting.iterator().next() : null;
  }

  /** Whether the copies exceed the bound; one that is larger than it may be there alone. */
  boolean isFull() {
    return messages > maxMessages || (bytes > maxBytes && messages > 1);
  }
}

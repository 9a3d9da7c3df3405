package io.twinbus.sender.pipeline;

import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import org.jspecify.annotations.Nullable;

/**
 * This sender's stream to one session: the counter, and the chain of unsettled messages.
 *
 * <p>A message is settled when a region accepted it or all regions gave it up. The chain links each
 * unsettled message to the nearest earlier one that is unsettled. When a message is accepted its
 * successor remembers it as the predecessor; when it failed everywhere the successor inherits what
 * it had itself, and so passes over it.
 */
final class SessionStream {

  private final StreamId id;
  private final int home;
  private long lastSeq;
  private @Nullable Entry tail;
  private Entry.Accepted lastAccepted = Entry.Accepted.NONE;
  private int unended;
  private MonotonicTime usedAt;

  SessionStream(StreamId id, int home, MonotonicTime now) {
    this.id = id;
    this.home = home;
    this.usedAt = now;
  }

  StreamId id() {
    return id;
  }

  int home() {
    return home;
  }

  MonotonicTime usedAt() {
    return usedAt;
  }

  /** Whether no copy of any of its messages is pending anywhere. */
  boolean isIdle() {
    return unended == 0;
  }

  Entry append(Entry.Intake intake, int regions, MonotonicTime now) {
    Entry entry = new Entry(intake, this, ++lastSeq, regions);
    entry.predecessor = tail;
    entry.lastAccepted = lastAccepted;
    if (tail != null) {
      tail.successor = entry;
    }
    tail = entry;
    unended++;
    usedAt = now;
    return entry;
  }

  /** The first region accepted {@code entry}. */
  void accepted(Entry entry) {
    unlink(entry, null, new Entry.Accepted(entry.seq(), entry.sentAt()));
  }

  /** Every region gave {@code entry} up. */
  void failed(Entry entry) {
    unlink(entry, entry.predecessor, entry.lastAccepted);
  }

  /** No copy of a message is pending any more. */
  void ended() {
    unended--;
  }

  private void unlink(Entry entry, @Nullable Entry before, Entry.Accepted accepted) {
    Entry next = entry.successor;
    if (before != null) {
      before.successor = next;
    }
    if (next != null) {
      next.predecessor = before;
      next.lastAccepted = accepted;
    } else {
      tail = before;
      lastAccepted = accepted;
    }
    entry.successor = null;
  }
}

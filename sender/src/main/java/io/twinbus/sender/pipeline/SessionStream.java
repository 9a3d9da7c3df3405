package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This sender's stream to one session: the counter, and the chain of unsettled messages.
 *
 * <p>A message is settled when a region accepted it or all regions gave it up. The chain links each
 * unsettled message to the nearest earlier one that is unsettled. When a message is accepted its
 * successor remembers it as the predecessor; when it failed everywhere the successor inherits what
 * it had itself, and so passes over it; in a stream with explicit numbers there is none then, for
 * those behind it fail with it.
 */
final class SessionStream {

  private final StreamId id;
  private final int home;
  private final @Nullable ExplicitNumbers numbers;
  private long lastSeq;
  private @Nullable Entry tail;
  private Entry.Accepted lastAccepted = Entry.Accepted.NONE;
  private int unended;
  private MonotonicTime usedAt;

  /** A stream that nobody has used; {@code explicit}: the application numbers its messages. */
  SessionStream(StreamId id, boolean explicit, int home, MonotonicTime now) {
    this.id = id;
    this.numbers = explicit ? new ExplicitNumbers() : null;
    this.home = home;
    this.usedAt = now;
  }

  /** What is known of the application's numbers; null: the sender counts. */
  @Nullable ExplicitNumbers numbers() {
    return numbers;
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

  /** Whether a message that is neither accepted nor given up everywhere is among them. */
  boolean hasUnsettled() {
    return tail != null;
  }

  /** The last number that is unsettled or accepted. */
  long live() {
    return tail == null ? lastAccepted.seq() : tail.seq();
  }

  /** Takes the application's word that a number which this sender never saw was accepted. */
  void believe(Entry.Accepted accepted) {
    lastAccepted = accepted;
  }

  /** Goes on where the journal says the stream is. */
  void restore(JournalRecord.Counter counter) {
    lastSeq = counter.last();
    lastAccepted = new Entry.Accepted(counter.accepted().seq(), counter.accepted().sentAt());
    if (numbers != null) {
      numbers.restore(counter);
    }
  }

  /** How far the stream is, for the journal. */
  JournalRecord.Counter counter(SessionId session, JournalRecord.Kind kind) {
    Entry first = tail;
    while (first != null && first.predecessor != null) {
      first = first.predecessor;
    }
    Entry.Accepted accepted = first == null ? lastAccepted : first.lastAccepted;
    JournalRecord.Mark mark = new JournalRecord.Mark(accepted.seq(), accepted.sentAt());
    return numbers == null
        ? new JournalRecord.Counter(session, id, kind, lastSeq, mark, List.of())
        : numbers.counter(session, id, mark);
  }

  /** Appends a message under the next number. */
  Entry append(Entry.Intake intake, int regions, MonotonicTime now) {
    return append(intake, ++lastSeq, regions, now);
  }

  /** Appends a message under a number above all that are unsettled or accepted. */
  Entry append(Entry.Intake intake, long seq, int regions, MonotonicTime now) {
    Entry entry = new Entry(intake, this, seq, regions);
    entry.predecessor = tail;
    entry.lastAccepted = lastAccepted;
    if (tail != null) {
      tail.successor = entry;
    }
    tail = entry;
    unended++;
    usedAt = now;
    if (numbers != null) {
      numbers.offered(entry);
    }
    return entry;
  }

  /** The first region accepted {@code entry}. */
  void accepted(Entry entry) {
    unlink(entry, null, new Entry.Accepted(entry.seq(), entry.sentAt()));
  }

  /**
   * Every region gave {@code entry} up. Answers the one behind it if that fails with it, as all
   * behind it do in turn: in an explicit stream, for its number is not passed over, or if {@code
   * failQueued}; otherwise null.
   */
  @Nullable Entry failed(Entry entry, boolean failQueued) {
    if (numbers != null) {
      numbers.failed(entry);
    }
    Entry behind = numbers != null || failQueued ? entry.successor : null;
    unlink(entry, entry.predecessor, entry.lastAccepted);
    return behind;
  }

  /** No copy of a message is pending any more. */
  void ended(Entry entry) {
    unended--;
    if (numbers != null) {
      numbers.ended(entry);
    }
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

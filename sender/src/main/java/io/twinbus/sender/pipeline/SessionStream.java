package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of this sender to one session: the counter, and the chain of unsettled messages.
 *
 * <p>A message is settled when a region accepted it or all regions gave it up. The chain links each
 * unsettled message to the nearest earlier unsettled one. When a message is accepted, its successor
 * remembers it as the predecessor. When a message failed everywhere, its successor inherits the
 * predecessor of the failed one, and so passes over it. In a stream with explicit numbers the
 * messages behind a failed one fail as well, so none passes over it.
 */
final class SessionStream {

  private final StreamId id;
  private final int home;
  private final @Nullable ExplicitNumbers numbers;
  private long lastSeq;
  private @Nullable PendingMessage tail;
  private PendingMessage.Accepted lastAccepted = PendingMessage.Accepted.NONE;
  private int inProgress;
  private MonotonicTime usedAt;

  /** An unused stream; {@code explicit} says whether the application numbers its messages. */
  SessionStream(StreamId id, boolean explicit, int home, MonotonicTime now) {
    this.id = id;
    this.numbers = explicit ? new ExplicitNumbers() : null;
    this.home = home;
    this.usedAt = now;
  }

  /** The application's numbers; null when the sender counts. */
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

  /** Whether no copy of any of its messages is pending. */
  boolean isIdle() {
    return inProgress == 0;
  }

  /** Whether one of its messages is neither accepted nor given up everywhere. */
  boolean hasUnsettled() {
    return tail != null;
  }

  /** The last number that is unsettled or accepted; failed and abandoned ones do not count. */
  long live() {
    return tail == null ? lastAccepted.seq() : tail.seq();
  }

  /** Takes the application's word that a number was accepted that this sender never saw. */
  void trustPredecessor(PendingMessage.Accepted accepted) {
    lastAccepted = accepted;
  }

  /** Continues where the journal says the stream is. */
  void restore(JournalRecord.Counter counter) {
    lastSeq = counter.last();
    lastAccepted =
        new PendingMessage.Accepted(counter.accepted().seq(), counter.accepted().sentAt());
    if (numbers != null) {
      numbers.restore(counter);
    }
  }

  /** The state of the stream, for the journal. */
  JournalRecord.Counter counter(SessionId session, JournalRecord.Kind kind) {
    PendingMessage first = tail;
    while (first != null && first.predecessor != null) {
      first = first.predecessor;
    }
    PendingMessage.Accepted accepted = first == null ? lastAccepted : first.lastAccepted;
    JournalRecord.Mark mark = new JournalRecord.Mark(accepted.seq(), accepted.sentAt());
    return numbers == null
        ? new JournalRecord.Counter(session, id, kind, lastSeq, mark, List.of())
        : numbers.counter(session, id, mark);
  }

  /** Appends a message under the next number. */
  PendingMessage append(PendingMessage.Intake intake, int regions, MonotonicTime now) {
    return append(intake, ++lastSeq, regions, now);
  }

  /** Appends a message under {@code seq}, which is above every unsettled or accepted number. */
  PendingMessage append(PendingMessage.Intake intake, long seq, int regions, MonotonicTime now) {
    PendingMessage pending = new PendingMessage(intake, this, seq, regions);
    pending.predecessor = tail;
    pending.lastAccepted = lastAccepted;
    if (tail != null) {
      tail.successor = pending;
    }
    tail = pending;
    inProgress++;
    usedAt = now;
    if (numbers != null) {
      numbers.offered(pending);
    }
    return pending;
  }

  /** Notes that the first region accepted {@code pending}. */
  void accepted(PendingMessage pending) {
    unlink(pending, null, new PendingMessage.Accepted(pending.seq(), pending.sentAt()));
  }

  /**
   * Notes that every region gave {@code pending} up. Returns the next message if it has to fail as
   * well: in an explicit stream, whose numbers are not passed over, or if {@code failQueued}.
   * Otherwise returns null.
   */
  @Nullable PendingMessage failed(PendingMessage pending, boolean failQueued) {
    if (numbers != null) {
      numbers.failed(pending);
    }
    PendingMessage behind = numbers != null || failQueued ? pending.successor : null;
    unlink(pending, pending.predecessor, pending.lastAccepted);
    return behind;
  }

  /** Notes that no copy of a message is pending any more. */
  void ended(PendingMessage pending) {
    inProgress--;
    if (numbers != null) {
      numbers.ended(pending);
    }
  }

  private void unlink(
      PendingMessage pending, @Nullable PendingMessage before, PendingMessage.Accepted accepted) {
    PendingMessage next = pending.successor;
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
    pending.successor = null;
  }
}

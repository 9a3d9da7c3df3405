package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.SendFailedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of the numbers that the application gives one of its streams.
 *
 * <p>Each number is pending, accepted, failed or abandoned. Every pending number is below every
 * failed one, because of these rules:
 *
 * <ol>
 *   <li>When a number fails, the numbers behind it fail as well.
 *   <li>While a number is failed, the stream takes no new number. Of the failed ones it takes only
 *       the first, sent again.
 *   <li>An abandoned number leaves the failed ones; the next message passes over it.
 *   <li>A new number names as its predecessor the last pending or accepted number, or one that was
 *       abandoned after that. While no number is pending, it may also name one that this sender
 *       never saw: another sender, or this one before its restart, delivered it.
 * </ol>
 */
final class ExplicitNumbers {

  private final Map<Long, PendingMessage> inProgress = new HashMap<>();
  private final TreeMap<Long, MessageId> failed = new TreeMap<>();
  private long last;

  /** The reason why a number is not taken in. */
  record Fault(SendFailedException.Kind kind, String why) {}

  /**
   * The message with this number while one of its copies has not ended; null when there is none.
   */
  @Nullable PendingMessage inProgress(long seq) {
    return inProgress.get(seq);
  }

  /** Whether the number, or one above it, was handed in. */
  boolean isPast(long seq) {
    return seq <= last && !failed.containsKey(seq);
  }

  /** Whether the number failed and was neither sent again nor abandoned since. */
  boolean isFailed(long seq) {
    return failed.containsKey(seq);
  }

  /**
   * Returns why the number cannot be taken in; empty when it can.
   *
   * @param live the last number that is pending or accepted
   * @param pending whether a number is pending
   */
  Optional<Fault> check(ExplicitSequence place, MessageId id, long live, boolean pending) {
    long seq = place.seq();
    MessageId before = failed.get(seq);
    if (before != null && !before.equals(id)) {
      return Optional.of(otherMessage(place, before));
    }
    if (isPast(seq)) {
      return wrong(
          ("number %d of stream '%s' lies before %d, the last one: it was accepted or abandoned,"
                  + " and this sender no longer knows its message")
              .formatted(seq, place.stream(), last));
    }
    if (!failed.isEmpty() && failed.firstKey() != seq) {
      return Optional.of(
          new Fault(
              SendFailedException.Kind.PREDECESSOR_FAILED,
              "number %d of stream '%s' failed: send it again, or abandon it"
                  .formatted(failed.firstKey(), place.stream())));
    }
    if (place.prev() < live) {
      return wrong(
          "it names %d as its predecessor in stream '%s', but %d came after that"
              .formatted(place.prev(), place.stream(), live));
    }
    if (place.prev() > last && pending) {
      return wrong(
          ("it names %d as its predecessor in stream '%s', which this sender never had, while %d is"
                  + " still being delivered")
              .formatted(place.prev(), place.stream(), live));
    }
    return Optional.empty();
  }

  /** Whether this sender never saw the predecessor that a number names. */
  boolean isUnseen(long prev) {
    return prev > last;
  }

  void offered(PendingMessage pending) {
    failed.remove(pending.seq());
    inProgress.put(pending.seq(), pending);
    last = Math.max(last, pending.seq());
  }

  void failed(PendingMessage pending) {
    failed.put(pending.seq(), pending.message().id());
  }

  void ended(PendingMessage pending) {
    inProgress.remove(pending.seq(), pending);
  }

  /** Continues where the journal says the stream is. */
  void restore(JournalRecord.Counter counter) {
    last = counter.last();
    counter.failed().forEach(each -> failed.put(each.seq(), each.message()));
  }

  JournalRecord.Counter counter(SessionId session, StreamId stream, JournalRecord.Mark accepted) {
    List<JournalRecord.Failed> those = new ArrayList<>();
    failed.forEach((seq, id) -> those.add(new JournalRecord.Failed(seq, id)));
    return new JournalRecord.Counter(
        session, stream, JournalRecord.Kind.EXPLICIT, last, accepted, those);
  }

  void abandon(long seq) {
    failed.remove(seq);
  }

  static Fault otherMessage(ExplicitSequence place, MessageId other) {
    return new Fault(
        SendFailedException.Kind.WRONG_SEQUENCE,
        "number %d of stream '%s' belongs to message '%s'"
            .formatted(place.seq(), place.stream(), other));
  }

  private static Optional<Fault> wrong(String why) {
    return Optional.of(new Fault(SendFailedException.Kind.WRONG_SEQUENCE, why));
  }
}

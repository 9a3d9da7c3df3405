package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.ExplicitSequence;
import io.twinbus.sender.SendFailedException;
import io.twinbus.sender.journal.JournalRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the numbers that the application gives one of its streams.
 *
 * <p>Each number handed in is pending, accepted, failed or abandoned. All that are pending are
 * below all that failed, for:
 *
 * <ol>
 *   <li>When one fails, those behind it fail as well.
 *   <li>While one is failed, no new number comes in, and of the failed ones only the first, sent
 *       again.
 *   <li>A failed one that is abandoned leaves; what comes next passes over it.
 *   <li>A new number names as its predecessor the last one that is pending or accepted, or one that
 *       was abandoned after that. One that this sender never saw is believed, if nothing is
 *       pending: another sender, or this one before its restart, brought it there.
 * </ol>
 */
final class ExplicitNumbers {

  private final Map<Long, Entry> unended = new HashMap<>();
  private final TreeMap<Long, MessageId> failed = new TreeMap<>();
  private long last;

  /** Why a number is not taken in. */
  record Fault(SendFailedException.Kind kind, String why) {}

  /** The message under this number whose copies have not all ended; null when there is none. */
  @Nullable Entry unended(long seq) {
    return unended.get(seq);
  }

  /** Whether the number was handed in, or lies below one that was. */
  boolean isPast(long seq) {
    return seq <= last && !failed.containsKey(seq);
  }

  /** Whether the number failed, and was neither sent again nor abandoned. */
  boolean isFailed(long seq) {
    return failed.containsKey(seq);
  }

  /**
   * Why the number cannot be taken in; empty: it can.
   *
   * @param live the last number that is pending or accepted
   * @param pending whether any is pending
   */
  Optional<Fault> check(ExplicitSequence place, MessageId id, long live, boolean pending) {
    long seq = place.seq();
    MessageId before = failed.get(seq);
    if (before != null && !before.equals(id)) {
      return Optional.of(otherMessage(place, before));
    }
    if (isPast(seq)) {
      return wrong(
          ("number %d of stream '%s' is passed, %d was the last: it was accepted or abandoned, and"
                  + " which message it was is not known any more")
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

  /** Whether the predecessor that a number names is one that this sender never saw. */
  boolean isForeign(long prev) {
    return prev > last;
  }

  void offered(Entry entry) {
    failed.remove(entry.seq());
    unended.put(entry.seq(), entry);
    last = Math.max(last, entry.seq());
  }

  void failed(Entry entry) {
    failed.put(entry.seq(), entry.message().id());
  }

  void ended(Entry entry) {
    unended.remove(entry.seq(), entry);
  }

  /** Goes on where the journal says the stream is. */
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

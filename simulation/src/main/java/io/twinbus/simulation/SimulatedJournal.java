package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.JournalReplay;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.journal.OwedCopies;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.MessageSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The journal of an application: what its senders have written stays when they are killed. What
 * waits to be written then is gone, but for its beginning.
 */
final class SimulatedJournal {

  /** After so many records a segment is full. */
  private static final int SEGMENT = 24;

  private final double percentSlow;
  private final NavigableMap<Long, List<JournalRecord>> segments = new TreeMap<>();
  private final List<Effect> waiting = new ArrayList<>();
  private long reportedFull;

  /** Empty; so many of its writes take long. */
  SimulatedJournal(double percentSlow) {
    this.percentSlow = percentSlow;
  }

  /** How long the next write takes. */
  Duration disk(Chance chance) {
    return chance.mostly(chance.millis(1, 8), percentSlow, chance.millis(300, 4_000));
  }

  /** What it says; a sender goes on with it. */
  RecoveredJournal recover(List<RegionName> regions) {
    reportedFull = 0;
    if (segments.isEmpty()) {
      roll(1, List.of(new JournalRecord.SegmentStart(1, 1)));
    }
    JournalReplay replay = new JournalReplay(regions);
    segments.forEach((segment, records) -> records.forEach(each -> replay.on(each, segment)));
    return replay.result();
  }

  /** Takes over what is to be written; false: it is not for the journal. */
  boolean take(Effect effect) {
    boolean isMine =
        effect instanceof Effect.Append
            || effect instanceof Effect.RollSegment
            || effect instanceof Effect.DropSegments;
    if (isMine) {
      waiting.add(effect);
    }
    return isMine;
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Whether a message is among what waits. */
  boolean hasWaitingMessage() {
    return waiting.stream()
        .anyMatch(
            effect ->
                effect instanceof Effect.Append append
                    && append.record() instanceof JournalRecord.Message);
  }

  /** Writes all that waits; what the sender hears of it. */
  List<Event> write() {
    long awaited = 0;
    for (Effect effect : waiting) {
      write(effect);
      awaited =
          effect instanceof Effect.Append append && append.record().isAwaited()
              ? append.number()
              : awaited;
    }
    waiting.clear();
    List<Event> heard = new ArrayList<>();
    if (awaited > 0) {
      heard.add(new Event.Written(awaited));
    }
    Map.Entry<Long, List<JournalRecord>> last = segments.lastEntry();
    if (last.getValue().size() >= SEGMENT && last.getKey() > reportedFull) {
      reportedFull = last.getKey();
      heard.add(new Event.SegmentFull(last.getKey()));
    }
    return heard;
  }

  /** The sender is killed: the first {@code written} of what waits are written, and no more. */
  void cutOff(int written) {
    waiting.stream().limit(written).forEach(this::write);
    waiting.clear();
  }

  int waiting() {
    return waiting.size();
  }

  /** Whether the message of that ticket is written, whatever became of it. */
  boolean has(long ticket) {
    return segments.values().stream()
        .flatMap(List::stream)
        .anyMatch(record -> record instanceof JournalRecord.Message each && isOf(each, ticket));
  }

  /** Whether some region is still to get a copy of it, as far as is written. */
  boolean owes(long ticket, List<RegionName> regions) {
    OwedCopies copies = recover(regions).copies();
    return segments.values().stream()
        .flatMap(List::stream)
        .anyMatch(
            record ->
                record instanceof JournalRecord.Message each
                    && isOf(each, ticket)
                    && (copies.isOwed(each.index(), 0) || copies.isOwed(each.index(), 1)));
  }

  static long ticketOf(JournalRecord.Message message) {
    return Long.parseLong(message.message().id().value());
  }

  private static boolean isOf(JournalRecord.Message message, long ticket) {
    return ticketOf(message) == ticket;
  }

  private void write(Effect effect) {
    if (effect instanceof Effect.Append append) {
      segments.lastEntry().getValue().add(append.record());
    } else if (effect instanceof Effect.RollSegment roll) {
      roll(roll.segment(), roll.start());
    } else if (effect instanceof Effect.DropSegments drop) {
      drop.segments().forEach(segments::remove);
    }
  }

  private void roll(long segment, List<JournalRecord> start) {
    segments.put(segment, new ArrayList<>(start));
  }

  /** Reads messages for a region that is behind, from the record at {@code from} on. */
  Event.Recalled read(Effect.Recall recall, int most) {
    List<JournalRecord.Message> found = new ArrayList<>();
    LogPosition at = recall.from();
    Optional<LogPosition> next = Optional.of(at);
    long bytes = 0;
    while (next.isPresent()
        && found.size() < Math.min(most, recall.messages())
        && bytes < recall.bytes()) {
      at = next.get();
      List<JournalRecord> records = segments.getOrDefault(at.segment(), List.of());
      if (at.offset() < records.size()) {
        if (records.get((int) at.offset()) instanceof JournalRecord.Message message) {
          found.add(message);
          bytes += MessageSize.of(message.message());
        }
        at = new LogPosition(at.segment(), at.offset() + 1);
        next = Optional.of(at);
      } else {
        next =
            Optional.ofNullable(segments.higherKey(at.segment()))
                .map(each -> new LogPosition(each, 0));
      }
    }
    return new Event.Recalled(recall.region(), found, at);
  }
}

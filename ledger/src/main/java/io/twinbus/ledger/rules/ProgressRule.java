package io.twinbus.ledger.rules;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a session's progress changes when something happened. Every function answers the whole new
 * progress; a caller applies it to the record as read, never to an older one. Room for ended ranges
 * is made beforehand, by {@link OverflowRule}.
 */
public final class ProgressRule {

  private ProgressRule() {}

  /**
   * The message at {@code position} has ended; its predecessors have. Numbers that it passes over
   * are a hole from now on, if they were not before.
   */
  public static Progress ended(
      Progress progress, Position position, EndState state, String reason, Instant at) {
    List<EndedRange> ended =
        hole(progress, position)
            .map(hole -> append(progress.ended(), hole))
            .orElse(progress.ended());
    if (state != EndState.DONE) {
      long seq = position.seq();
      ended = append(ended, new EndedRange(position.stream(), seq, seq, state, reason));
    }
    return moved(progress, position.stream(), new Cursor(position.seq(), at), ended);
  }

  /**
   * The numbers that {@code position} passes over are a hole: the sender reported them as failed.
   * Written before the handler of the message starts, so that no straggler runs behind it.
   */
  public static Progress holeClosed(Progress progress, Position position, Instant at) {
    List<EndedRange> ended =
        hole(progress, position)
            .map(hole -> append(progress.ended(), hole))
            .orElse(progress.ended());
    return moved(progress, position.stream(), new Cursor(position.seq() - 1, at), ended);
  }

  private static Optional<EndedRange> hole(Progress progress, Position position) {
    StreamId stream = position.stream();
    long from = Math.max(position.prev(), progress.cursor(stream)) + 1;
    long to = position.seq() - 1;
    return from > to
        ? Optional.empty()
        : Optional.of(new EndedRange(stream, from, to, EndState.HOLE, "LateAfterReportedFailure"));
  }

  /** The numbers of {@code range}, the next ones of their stream, have all ended that way. */
  public static Progress passedOver(Progress progress, EndedRange range, Instant at) {
    return moved(
        progress, range.stream(), new Cursor(range.to(), at), append(progress.ended(), range));
  }

  private static Progress moved(
      Progress progress, StreamId stream, Cursor cursor, List<EndedRange> ended) {
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    Cursor before = cursors.get(stream);
    cursors.put(stream, before != null && before.explicit() ? cursor.ofExplicit() : cursor);
    return new Progress(
        cursors,
        ended,
        suspectsBehind(progress, stream, cursor),
        waitingWithout(progress, stream),
        progress.annex());
  }

  private static SortedMap<StreamId, Suspect> suspectsBehind(
      Progress progress, StreamId stream, Cursor cursor) {
    if (!progress.suspects().containsKey(stream)) {
      return progress.suspects();
    }
    SortedMap<StreamId, Suspect> suspects = new TreeMap<>(progress.suspects());
    suspects.computeIfPresent(
        stream,
        (same, first) ->
            first.all().filter(suspect -> suspect.seq() > cursor.seq()).findFirst().orElse(null));
    return suspects;
  }

  private static SortedMap<StreamId, Gap> waitingWithout(Progress progress, StreamId stream) {
    if (!progress.waiting().containsKey(stream)) {
      return progress.waiting();
    }
    SortedMap<StreamId, Gap> waiting = new TreeMap<>(progress.waiting());
    waiting.remove(stream);
    return waiting;
  }

  private static List<EndedRange> append(List<EndedRange> ranges, EndedRange next) {
    List<EndedRange> all = new ArrayList<>(ranges);
    EndedRange last = all.isEmpty() ? null : all.get(all.size() - 1);
    if (last != null
        && last.stream().equals(next.stream())
        && last.to() + 1 == next.from()
        && last.state() == next.state()
        && last.reason().equals(next.reason())) {
      all.set(
          all.size() - 1,
          new EndedRange(last.stream(), last.from(), next.to(), last.state(), last.reason()));
    } else {
      all.add(next);
    }
    return all;
  }
}

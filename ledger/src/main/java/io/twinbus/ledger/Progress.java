package io.twinbus.ledger;

import io.twinbus.protocol.StreamId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far a session's streams have come.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cursors by stream, the last number that ended
 * @param ended what ended otherwise than DONE, oldest first
 * @param suspects by stream, the message that may be to blame for failures or dead processes
 * @param waiting by stream, the gap that regions report
 */
public record Progress(
    SortedMap<StreamId, Cursor> cursors,
    List<EndedRange> ended,
    SortedMap<StreamId, Suspect> suspects,
    SortedMap<StreamId, Gap> waiting) {

  /** Nothing has ended yet. */
  public static final Progress NONE =
      new Progress(new TreeMap<>(), List.of(), new TreeMap<>(), new TreeMap<>());

  /** Copies all four. */
  public Progress {
    cursors = Collections.unmodifiableSortedMap(new TreeMap<>(cursors));
    ended = List.copyOf(ended);
    suspects = Collections.unmodifiableSortedMap(new TreeMap<>(suspects));
    waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
  }

  /** The same with other suspects. */
  public Progress withSuspects(SortedMap<StreamId, Suspect> next) {
    return new Progress(cursors, ended, next, waiting);
  }

  /** The stream's last ended number, 0 when nothing of it has ended. */
  public long cursor(StreamId stream) {
    Cursor cursor = cursors.get(stream);
    return cursor == null ? 0 : cursor.seq();
  }

  /** How a number at or below the cursor ended; empty above the cursor. */
  public Optional<EndedRange> endOf(StreamId stream, long seq) {
    if (seq > cursor(stream)) {
      return Optional.empty();
    }
    return ended.stream()
        .filter(range -> range.covers(stream, seq))
        .findFirst()
        .or(() -> Optional.of(new EndedRange(stream, seq, seq, EndState.DONE, "")));
  }

  /** What is on record against this message. */
  public Optional<Suspect> suspect(StreamId stream, long seq) {
    return Optional.ofNullable(suspects.get(stream)).filter(suspect -> suspect.seq() == seq);
  }

  /** How many handler calls for this message have failed so far. */
  public int failures(StreamId stream, long seq) {
    return suspect(stream, seq).map(Suspect::failures).orElse(0);
  }

  /** How many of this message's attempts are used up: failures and counted takeovers. */
  public int attempts(StreamId stream, long seq) {
    return suspect(stream, seq).map(Suspect::attempts).orElse(0);
  }

  /** The gap that regions report for the stream at its present cursor, if one does. */
  public Optional<Gap> gap(StreamId stream) {
    return Optional.ofNullable(waiting.get(stream)).filter(gap -> gap.cursor() == cursor(stream));
  }
}

package io.twinbus.ledger;

import io.twinbus.protocol.StreamId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * How far a session's streams have come.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cursors by stream, the last number that ended
 * @param ended what ended otherwise than DONE, oldest first
 * @param suspects by stream, the first message that may be to blame for failures or dead processes
 * @param waiting by stream, the gap that regions report
 * @param annex what is in message records beside
 */
public record Progress(
    SortedMap<StreamId, Cursor> cursors,
    List<EndedRange> ended,
    SortedMap<StreamId, Suspect> suspects,
    SortedMap<StreamId, Gap> waiting,
    BesideRecord annex) {

  /** Nothing has ended yet. */
  public static final Progress NONE =
      new Progress(new TreeMap<>(), List.of(), new TreeMap<>(), new TreeMap<>());

  /** A progress with nothing beside it. */
  public Progress(
      SortedMap<StreamId, Cursor> cursors,
      List<EndedRange> ended,
      SortedMap<StreamId, Suspect> suspects,
      SortedMap<StreamId, Gap> waiting) {
    this(cursors, ended, suspects, waiting, BesideRecord.NONE);
  }

  /** Copies the maps and the list. */
  public Progress {
    cursors = copy(cursors);
    ended = List.copyOf(ended);
    suspects = copy(suspects);
    waiting = copy(waiting);
  }

  /** A progress is made for each message that ends, as a rule with nothing in most of its maps. */
  private static <V> SortedMap<StreamId, V> copy(SortedMap<StreamId, V> map) {
    return map.isEmpty()
        ? Collections.emptySortedMap()
        : Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  /** The same with other suspects. */
  public Progress withSuspects(SortedMap<StreamId, Suspect> next) {
    return new Progress(cursors, ended, next, waiting, annex);
  }

  /** The same with other ended ranges. */
  public Progress withEnded(List<EndedRange> next) {
    return new Progress(cursors, next, suspects, waiting, annex);
  }

  /** The same with other gaps. */
  public Progress withWaiting(SortedMap<StreamId, Gap> next) {
    return new Progress(cursors, ended, suspects, next, annex);
  }

  /** The same with another annex. */
  public Progress withAnnex(BesideRecord next) {
    return new Progress(cursors, ended, suspects, waiting, next);
  }

  /** The same, where the application numbers {@code stream}. */
  public Progress withExplicit(StreamId stream) {
    Cursor cursor = cursors.get(stream);
    if (cursor == null || cursor.explicit()) {
      return this;
    }
    SortedMap<StreamId, Cursor> next = new TreeMap<>(cursors);
    next.put(stream, cursor.ofExplicit());
    return new Progress(next, ended, suspects, waiting, annex);
  }

  /** The stream's last ended number, 0 when nothing of it has ended. */
  public long cursor(StreamId stream) {
    Cursor cursor = cursors.get(stream);
    return cursor == null ? 0 : cursor.seq();
  }

  /**
   * How a number at or below the cursor ended, as far as the session record says; empty above the
   * cursor. Where {@link #isOverflown}, a page of the stream says it.
   */
  public Optional<EndedRange> endOf(StreamId stream, long seq) {
    if (seq > cursor(stream)) {
      return Optional.empty();
    }
    for (EndedRange range : ended) {
      if (range.covers(stream, seq)) {
        return Optional.of(range);
      }
    }
    return Optional.of(new EndedRange(stream, seq, seq, EndState.DONE, ""));
  }

  /** Whether a page may speak of the number: none of the ranges here does. */
  public boolean isOverflown(StreamId stream, long seq) {
    Overflow overflow = annex.overflow().get(stream);
    return overflow != null
        && seq <= overflow.upTo()
        && ended.stream().noneMatch(range -> range.covers(stream, seq));
  }

  /** What is on record against this message. */
  public Optional<Suspect> suspect(StreamId stream, long seq) {
    Suspect first = suspects.get(stream);
    return first == null
        ? Optional.empty()
        : first.all().filter(suspect -> suspect.seq() == seq).findFirst();
  }

  /** How many handler calls for this message have failed so far. */
  public int failures(StreamId stream, long seq) {
    return suspect(stream, seq).map(Suspect::failures).orElse(0);
  }

  /** How many of this message's attempts are used up: failures and counted takeovers. */
  public int attempts(StreamId stream, long seq) {
    return suspect(stream, seq).map(Suspect::attempts).orElse(0);
  }

  /** Shows {@code look} each message that something is on record against, by stream, in order. */
  public void eachSuspect(BiConsumer<StreamId, Suspect> look) {
    suspects.forEach(
        (stream, first) -> first.all().forEach(suspect -> look.accept(stream, suspect)));
  }

  /** The gap that regions report for the stream at its present cursor, if one does. */
  public Optional<Gap> gap(StreamId stream) {
    return Optional.ofNullable(waiting.get(stream)).filter(gap -> gap.cursor() == cursor(stream));
  }
}

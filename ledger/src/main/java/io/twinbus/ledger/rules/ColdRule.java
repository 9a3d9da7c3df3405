package io.twinbus.ledger.rules;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where the cursors of streams go that no longer fit the session record.
 *
 * <ol>
 *   <li>Under the claim, when the record is full, the worker writes one document for each stream
 *       that has been idle longest: its cursor, and what of it ended otherwise than DONE. It
 *       creates the document, or replaces it If-Match; the cursor in it is the maximum of both, and
 *       is never lowered.
 *   <li>Then the cursors leave the session record, in one write If-Match. Each leaves only while
 *       its value is the one that the document shows. The record counts the streams that left.
 *   <li>A stream that waits, is suspect, or is noted stays. So does the explicit stream that ended
 *       a message last: with its cursor the record stays, and so does the count.
 *   <li>While the count is not 0, a stream without a cursor in the record may be cold. Only its
 *       document says so. "No cursor" means in neither place.
 *   <li>A document changes only under a claim whose record shows the stream's cursor. So what a
 *       read shows after a claim is valid for that claim, and what a read shows after a read of the
 *       record is valid for a write over that version, and for the claim that this write makes.
 *   <li>Before anything is written about a cold stream, its cursor returns to the record. Its
 *       document stays, and means nothing while the record has the cursor.
 *   <li>A document that has outlived its cursor's retention means nothing: its deletion may lag.
 * </ol>
 */
public final class ColdRule {

  /** How many cursors a record keeps before some leave, unless a receiver is told otherwise. */
  public static final int DEFAULT_MOST = 128;

  /** One part of that many stays. */
  private static final int KEPT_PART = 4;

  private ColdRule() {}

  /** Whether the record has no room for one more stream, where it keeps {@code most} cursors. */
  public static boolean isFull(Progress progress, int most) {
    return progress.cursors().size() >= most;
  }

  /**
   * The documents to write before more streams begin; none while there is room.
   *
   * @param inHand streams of which the worker holds messages; they leave last
   * @param most how many cursors the record keeps
   */
  public static List<MessageContent.Cold> due(Progress progress, Set<StreamId> inHand, int most) {
    if (!isFull(progress, most)) {
      return List.of();
    }
    int size = progress.cursors().size();
    boolean isAtTheBound = size >= Horizon.MAX_STREAMS;
    Optional<StreamId> kept = latestExplicit(progress);
    return progress.cursors().entrySet().stream()
        .filter(entry -> isAtTheBound || !inHand.contains(entry.getKey()))
        .filter(entry -> mayLeave(progress, entry.getKey()))
        .filter(entry -> kept.filter(entry.getKey()::equals).isEmpty())
        .sorted(Comparator.comparing(entry -> entry.getValue().at()))
        .limit(size - most / KEPT_PART)
        .map(entry -> documentOf(progress, entry.getKey()))
        .toList();
  }

  private static Optional<StreamId> latestExplicit(Progress progress) {
    return progress.cursors().entrySet().stream()
        .filter(entry -> entry.getValue().explicit())
        .max(Comparator.comparing(entry -> entry.getValue().at()))
        .map(Map.Entry::getKey);
  }

  private static boolean mayLeave(Progress progress, StreamId stream) {
    return !progress.waiting().containsKey(stream)
        && !progress.suspects().containsKey(stream)
        && notedStream(progress).filter(stream::equals).isEmpty();
  }

  private static Optional<StreamId> notedStream(Progress progress) {
    return progress
        .annex()
        .noted()
        .flatMap(NotedEnd::replay)
        .flatMap(Replay::of)
        .map(Position::stream);
  }

  private static MessageContent.Cold documentOf(Progress progress, StreamId stream) {
    return new MessageContent.Cold(
        stream,
        Objects.requireNonNull(progress.cursors().get(stream)),
        progress.ended().stream().filter(range -> range.stream().equals(stream)).toList(),
        Optional.ofNullable(progress.annex().overflow().get(stream)));
  }

  /** What to write over {@code there}, the same stream's document as found. */
  public static MessageContent.Cold joined(MessageContent.Cold mine, MessageContent.Cold there) {
    boolean isMine = mine.cursor().seq() >= there.cursor().seq();
    long paged = isMine ? mine.overflow().map(Overflow::upTo).orElse(0L) : 0;
    Stream<EndedRange> ended =
        Stream.concat(
            there.ended().stream().filter(range -> range.to() > paged), mine.ended().stream());
    return new MessageContent.Cold(
        mine.stream(),
        isMine ? mine.cursor() : there.cursor(),
        withoutCovered(ended),
        (isMine ? mine : there).overflow());
  }

  /** Oldest first, and none that another one covers: it tells nothing more. */
  private static List<EndedRange> withoutCovered(Stream<EndedRange> ranges) {
    List<EndedRange> kept = new ArrayList<>();
    ranges
        .sorted(
            Comparator.comparingLong(EndedRange::from)
                .thenComparing(EndedRange::to, Comparator.reverseOrder()))
        .filter(range -> kept.stream().noneMatch(known -> covers(known, range)))
        .forEachOrdered(kept::add);
    return List.copyOf(kept);
  }

  private static boolean covers(EndedRange known, EndedRange range) {
    return known.from() <= range.from() && range.to() <= known.to();
  }

  /** The progress without the cursors that {@code written} documents show. */
  public static Progress left(Progress progress, Collection<MessageContent.Cold> written) {
    Progress next = progress;
    int count = 0;
    for (MessageContent.Cold document : written) {
      if (isShownBy(document, next)) {
        next = without(next, document.stream());
        count++;
      }
    }
    return count == 0 ? progress : next.withAnnex(next.annex().withMoreCold(count));
  }

  /** Whether a stream may leave the record, and {@code document} shows all that the record does. */
  private static boolean isShownBy(MessageContent.Cold document, Progress progress) {
    StreamId stream = document.stream();
    Cursor cursor = progress.cursors().get(stream);
    return cursor != null
        && cursor.equals(document.cursor())
        && mayLeave(progress, stream)
        && document.overflow().equals(documentOf(progress, stream).overflow())
        && documentOf(progress, stream).ended().stream()
            .allMatch(range -> document.ended().stream().anyMatch(known -> covers(known, range)));
  }

  private static Progress without(Progress progress, StreamId stream) {
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    cursors.remove(stream);
    SortedMap<StreamId, Overflow> overflow = new TreeMap<>(progress.annex().overflow());
    overflow.remove(stream);
    return new Progress(
        cursors,
        progress.ended().stream().filter(range -> !range.stream().equals(stream)).toList(),
        progress.suspects(),
        progress.waiting(),
        progress.annex().withOverflow(overflow));
  }

  /** Whether none of the {@code written} documents' cursors can leave any more. */
  public static boolean haveLeft(Progress progress, Collection<MessageContent.Cold> written) {
    return written.stream().noneMatch(document -> isShownBy(document, progress));
  }

  /** Whether the record says nothing of {@code stream}, so that a document of its own may. */
  public static boolean mayBeCold(Progress progress, StreamId stream) {
    return progress.annex().cold() > 0
        && !progress.cursors().containsKey(stream)
        && !progress.waiting().containsKey(stream);
  }

  /** The progress with the cursor that {@code document} shows, where it has none. */
  public static Progress returned(Progress progress, MessageContent.Cold document) {
    StreamId stream = document.stream();
    if (progress.cursors().containsKey(stream)) {
      return progress;
    }
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    cursors.put(stream, document.cursor());
    List<EndedRange> ended = new ArrayList<>(document.ended());
    ended.addAll(progress.ended());
    SortedMap<StreamId, Overflow> overflow = new TreeMap<>(progress.annex().overflow());
    document.overflow().ifPresent(known -> overflow.put(stream, known));
    return new Progress(
        cursors,
        ended,
        progress.suspects(),
        progress.waiting(),
        progress.annex().withOverflow(overflow));
  }
}

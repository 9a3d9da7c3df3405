package io.twinbus.ledger.rules;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.StreamId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where end states go that no longer fit the session record.
 *
 * <ol>
 *   <li>A worker that is about to add ranges to a full record first writes the oldest half of them
 *       to pages, one page a stream. Ends never change, so a page is true whether or not the next
 *       step follows.
 *   <li>Then it removes them from the session record, in a write that records how far pages cover.
 *       A worker that finds a page of its number (the worker that wrote it died) adds to that page
 *       what is missing.
 *   <li>A number at or below the cursor that no range covers is DONE when it is above all pages;
 *       otherwise its page tells. Pages are in the stream's order, so a few reads find it, and
 *       mostly one.
 * </ol>
 *
 * A writer without a claim (an operator, a skipped gap) adds its range beyond the bound; the next
 * worker makes room.
 */
public final class OverflowRule {

  /** How many ended ranges a record keeps, unless a receiver is told otherwise. */
  public static final int DEFAULT_MOST = 256;

  /** How many ranges one write may add: a hole, and the end behind it. */
  private static final int AT_A_TIME = 2;

  private OverflowRule() {}

  /** The pages to write before ranges are added to {@code progress}; none while there is room. */
  public static List<MessageContent.Page> due(Progress progress, int most) {
    List<EndedRange> ended = progress.ended();
    if (ended.size() + AT_A_TIME <= most) {
      return List.of();
    }
    SortedMap<StreamId, List<EndedRange>> oldest = new TreeMap<>();
    ended
        .subList(0, Math.max(1, ended.size() - most / 2))
        .forEach(
            range -> oldest.computeIfAbsent(range.stream(), none -> new ArrayList<>()).add(range));
    List<MessageContent.Page> pages = new ArrayList<>();
    oldest.forEach(
        (stream, ranges) -> {
          Overflow before = progress.annex().overflow().get(stream);
          pages.add(new MessageContent.Page(stream, before == null ? 0 : before.pages(), ranges));
        });
    return pages;
  }

  /** The same page with what {@code other}, found in its place, says beside. */
  public static MessageContent.Page joined(MessageContent.Page page, MessageContent.Page other) {
    List<EndedRange> all = new ArrayList<>(page.ranges());
    for (EndedRange range : other.ranges()) {
      if (all.stream().noneMatch(known -> overlap(known, range))) {
        all.add(range);
      }
    }
    all.sort(Comparator.comparingLong(EndedRange::from));
    return new MessageContent.Page(page.stream(), page.number(), all);
  }

  private static boolean overlap(EndedRange one, EndedRange other) {
    return one.from() <= other.to() && other.from() <= one.to();
  }

  /** The progress without the ranges of {@code pages}, which are written. */
  public static Progress moved(Progress progress, List<MessageContent.Page> pages) {
    Set<EndedRange> written = new HashSet<>();
    SortedMap<StreamId, Overflow> overflow = new TreeMap<>(progress.annex().overflow());
    for (MessageContent.Page page : pages) {
      written.addAll(page.ranges());
      Overflow before = overflow.getOrDefault(page.stream(), new Overflow(0, 0));
      overflow.put(
          page.stream(),
          new Overflow(
              Math.max(before.pages(), page.number() + 1), Math.max(before.upTo(), page.to())));
    }
    List<EndedRange> kept =
        progress.ended().stream().filter(range -> !written.contains(range)).toList();
    return progress.withEnded(kept).withAnnex(progress.annex().withOverflow(overflow));
  }

  /** Whether the record says that all of {@code pages} are written. */
  public static boolean standsOn(Progress progress, List<MessageContent.Page> pages) {
    return pages.stream()
        .allMatch(
            page -> {
              Overflow known = progress.annex().overflow().get(page.stream());
              return known != null && known.pages() > page.number();
            });
  }
}

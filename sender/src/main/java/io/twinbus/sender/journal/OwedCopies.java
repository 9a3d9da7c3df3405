package io.twinbus.sender.journal;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The copies of the journal's messages that have not ended: a bit for each message and region.
 *
 * <p>Messages come in the order of their indexes, segment by segment. A segment is dropped, the
 * oldest first, when every copy of its messages has ended. Copies stay only while their region
 * takes none, so moving them to the log's end would free nothing.
 */
public final class OwedCopies {

  private static final class Segment {
    private final long number;
    private final long firstIndex;
    private final BitSet[] ended;
    private final int[] firstOwed;
    private final SentTimes sent = new SentTimes();
    private int messages;
    private long owed;

    Segment(long number, long firstIndex, int regions) {
      this.number = number;
      this.firstIndex = firstIndex;
      this.ended = new BitSet[regions];
      for (int i = 0; i < regions; i++) {
        ended[i] = new BitSet();
      }
      this.firstOwed = new int[regions];
    }

    /** The first position of a message that is owed; the number of messages when none is. */
    int firstOwed(int region) {
      // Copies only end, so the search goes on where the last one stopped.
      firstOwed[region] = Math.min(messages, ended[region].nextClearBit(firstOwed[region]));
      return firstOwed[region];
    }
  }

  private final int regions;
  private final Deque<Segment> segments = new ArrayDeque<>();
  private final long[] owed;

  /** No messages yet, for {@code regions} regions. */
  public OwedCopies(int regions) {
    this.regions = regions;
    this.owed = new long[regions];
  }

  /** Begins a segment. */
  public void begin(long segment, long firstIndex) {
    segments.addLast(new Segment(segment, firstIndex, regions));
  }

  /** Adds a message of the last segment, taken in at {@code sentAt} and owed to every region. */
  public void add(long index, Instant sentAt) {
    Segment last = segments.getLast();
    last.sent.add(Math.toIntExact(index - last.firstIndex), sentAt);
    last.messages = Math.toIntExact(index - last.firstIndex + 1);
    last.owed += regions;
    for (int region = 0; region < regions; region++) {
      owed[region]++;
    }
  }

  /** Notes that a copy ended. */
  public void end(long index, int region) {
    Segment segment = segmentOf(index);
    if (segment != null && !segment.ended[region].get((int) (index - segment.firstIndex))) {
      segment.ended[region].set((int) (index - segment.firstIndex));
      segment.owed--;
      owed[region]--;
    }
  }

  /** Returns whether a region is owed its copy of a message. */
  public boolean isOwed(long index, int region) {
    Segment segment = segmentOf(index);
    return segment != null
        && index - segment.firstIndex < segment.messages
        && !segment.ended[region].get((int) (index - segment.firstIndex));
  }

  /** The number of copies that a region is owed. */
  public long owedTo(int region) {
    return owed[region];
  }

  /** When the oldest message that a region is owed was taken in, to the second; empty: none is. */
  public Optional<Instant> oldestOwedTo(int region) {
    for (Segment segment : segments) {
      int position = segment.firstOwed(region);
      if (position < segment.messages) {
        return Optional.of(segment.sent.at(position));
      }
    }
    return Optional.empty();
  }

  /** The index of the first message of the oldest segment. */
  public long firstIndex() {
    return segments.getFirst().firstIndex;
  }

  /** The oldest segment. */
  public long oldest() {
    return segments.getFirst().number;
  }

  /** Removes and returns the oldest segments of which no copy is owed, but never the last one. */
  public List<Long> takeUnneeded() {
    List<Long> unneeded = new ArrayList<>();
    while (segments.size() > 1 && segments.getFirst().owed == 0) {
      unneeded.add(segments.removeFirst().number);
    }
    return unneeded;
  }

  /** The number of segments that {@link #takeUnneeded} would return. */
  public int unneeded() {
    int count = 0;
    for (Segment segment : segments) {
      if (segment.owed > 0 || count == segments.size() - 1) {
        break;
      }
      count++;
    }
    return count;
  }

  private @Nullable Segment segmentOf(long index) {
    Iterator<Segment> newestFirst = segments.descendingIterator();
    while (newestFirst.hasNext()) {
      Segment segment = newestFirst.next();
      if (index >= segment.firstIndex) {
        return segment;
      }
    }
    return null;
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.OwedCopies;
import io.twinbus.sender.journal.Place;
import io.twinbus.sender.journal.Recovered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the lanes tell the journal and get back from it. */
final class Keeper {

  /** In calm weather the last but one segment has always ended when the last one is full. */
  private static final int WORTH_FREEING = 2;

  private final int catchUpRate;
  private final List<RegionState> regions;
  private final Consumer<Effect> effects;
  private final OwedCopies copies;
  private final Map<Recovered.StreamNumber, PassedOver> passedOver = new HashMap<>();
  private final Map<Long, Entry> inMemory = new HashMap<>();
  private final Deque<Unwritten> unwritten = new ArrayDeque<>();
  private final Deque<Unnoted> unnoted = new ArrayDeque<>();
  private long appends;
  private long nextIndex;
  private long nextSegment;

  /**
   * A number that failed everywhere.
   *
   * @param before what stands before it
   * @param until messages from this index on were taken in when it had failed, and never name it
   */
  private record PassedOver(JournalRecord.Mark before, long until) {}

  /** A message that may be sent when the append is durable. */
  private record Unwritten(long append, Entry entry) {}

  /**
   * A message that failed everywhere, whose last note is not durable.
   *
   * @param append the number of that note
   * @param behind what comes behind it in its stream, and is held until then
   */
  private record Unnoted(long append, Entry entry, @Nullable Entry behind) {}

  Keeper(
      Recovered recovered, int catchUpRate, List<RegionState> regions, Consumer<Effect> effects) {
    this.catchUpRate = catchUpRate;
    this.regions = regions;
    this.effects = effects;
    this.copies = recovered.copies();
    this.nextIndex = recovered.nextIndex();
    recovered
        .passedOver()
        .forEach((number, before) -> passedOver.put(number, new PassedOver(before, nextIndex)));
    this.nextSegment = recovered.nextSegment();
  }

  /** Has a new message written; it may be sent when {@link #written} says so. */
  void takeIn(Entry entry) {
    long index = nextIndex++;
    entry.inJournal(index, false);
    copies.add(index);
    hold(entry);
    Entry.Accepted previous = entry.previous();
    append(
        new JournalRecord.Message(
            index,
            entry.message(),
            entry.stream().id(),
            entry.seq(),
            new JournalRecord.Mark(previous.seq(), previous.sentAt()),
            entry.sentAt()));
    unwritten.add(new Unwritten(appends, entry));
  }

  private void append(JournalRecord entry) {
    effects.accept(new Effect.Append(++appends, entry));
  }

  /** Takes a message back that no region has, at the start. */
  void restore(Entry entry, long index) {
    entry.inJournal(index, true);
    hold(entry);
  }

  private void hold(Entry entry) {
    inMemory.put(entry.index(), entry);
    for (RegionState region : regions) {
      if (copies.isOwed(entry.index(), region.index())) {
        region.catchUp().held();
      }
    }
  }

  boolean isOwed(long index, RegionState region) {
    return copies.isOwed(index, region.index());
  }

  /** The messages that may be sent now that the journal has all up to that append. */
  List<Entry> written(long append) {
    List<Entry> written = new ArrayList<>();
    while (!unwritten.isEmpty() && unwritten.getFirst().append() <= append) {
      Entry entry = unwritten.removeFirst().entry();
      entry.written();
      written.add(entry);
    }
    return written;
  }

  /** The failed messages that may be reported now; those behind them may be sent. */
  List<Entry> noted(long append) {
    List<Entry> noted = new ArrayList<>();
    while (!unnoted.isEmpty() && unnoted.getFirst().append() <= append) {
      Unnoted each = unnoted.removeFirst();
      noted.add(each.entry());
      if (each.behind() != null) {
        each.behind().letGo();
      }
    }
    return noted;
  }

  /** The failed messages whose notes are not known to be durable: the sender closes. */
  List<Entry> takeUnnoted() {
    return noted(Long.MAX_VALUE);
  }

  /** A copy ended for good. */
  void ended(Entry entry, RegionState region, boolean accepted) {
    copies.end(entry.index(), region.index());
    region.catchUp().released();
    region.catchUp().recalledLeft(entry.index());
    append(new JournalRecord.CopyEnded(entry.index(), region.name(), accepted));
  }

  /**
   * A message failed in every region, so that what comes behind it passes over it: once {@link
   * #noted} says so, for a restart before that would send it again.
   */
  void failed(Entry entry) {
    Entry behind = entry.successor;
    if (behind != null) {
      behind.hold();
    }
    unnoted.add(new Unnoted(appends, entry, behind));
    Entry.Accepted previous = entry.previous();
    passedOver.put(
        new Recovered.StreamNumber(entry.message().session(), entry.stream().id(), entry.seq()),
        new PassedOver(new JournalRecord.Mark(previous.seq(), previous.sentAt()), nextIndex));
  }

  /** A message leaves memory; the journal keeps what it owes of it. */
  void left(Entry entry) {
    inMemory.remove(entry.index(), entry);
    for (RegionState region : regions) {
      if (region.copyOf(entry).isKept()) {
        region.catchUp().released();
        region.catchUp().recalledLeft(entry.index());
      }
    }
  }

  void abandoned(Event.NumberAbandoned event) {
    append(new JournalRecord.NumberAbandoned(event.session(), event.stream(), event.seq()));
  }

  /** Whether this is the segment that is written. */
  boolean isActive(long segment) {
    return segment == nextSegment - 1;
  }

  /** Whether a new segment would let old ones go. */
  boolean canFreeSegments() {
    return copies.unneeded() >= WORTH_FREEING;
  }

  /**
   * Begins the next segment with all that {@code counters} say. Segments whose messages have all
   * ended go only now: how their messages ended stands in these counters, not in records that name
   * messages nobody finds any more.
   */
  void roll(List<JournalRecord.Counter> counters) {
    List<JournalRecord> start = new ArrayList<>();
    start.add(new JournalRecord.SegmentStart(nextSegment, nextIndex));
    start.addAll(counters);
    prunePassedOver();
    passedOver.forEach(
        (number, passed) ->
            start.add(
                new JournalRecord.PassedOver(
                    number.session(), number.stream(), number.seq(), passed.before())));
    effects.accept(new Effect.RollSegment(nextSegment, start));
    copies.begin(nextSegment, nextIndex);
    nextSegment++;
    List<Long> unneeded = copies.takeUnneeded();
    if (!unneeded.isEmpty()) {
      effects.accept(new Effect.DropSegments(unneeded));
    }
  }

  /**
   * What is passed over matters while the journal has messages that were taken in before it failed:
   * one that is in memory now may be left to the journal, and read back, once more.
   */
  private void prunePassedOver() {
    long first = copies.firstIndex();
    passedOver.values().removeIf(passed -> passed.until() <= first);
  }

  /** Where the oldest copy that is owed stands, as far as segments go. */
  Place oldest() {
    return new Place(copies.oldest(), 0);
  }

  boolean owesOnlyWhatIsInMemory(RegionState region) {
    return copies.owedTo(region.index()) == region.catchUp().heldCopies();
  }

  /** Whether every region has all its copies. */
  boolean owesNothing() {
    return regions.stream().allMatch(region -> copies.owedTo(region.index()) == 0);
  }

  void read(RegionState region, MonotonicTime now) {
    if (region.catchUp().mayRead(now)) {
      Place from = region.catchUp().beginReading();
      effects.accept(new Effect.Recall(region.name(), from, CatchUp.PORTION));
    }
  }

  /** Hands out those of the messages read whose copies the region lacks, and are not in memory. */
  void recalled(
      Event.Recalled event,
      RegionState region,
      MonotonicTime now,
      Consumer<JournalRecord.Message> lacking) {
    CatchUp catchUp = region.catchUp();
    if (catchUp.isStale()) {
      return;
    }
    int queued = 0;
    long last = 0;
    for (JournalRecord.Message message : event.messages()) {
      long index = message.index();
      last = index;
      boolean wanted =
          catchUp.isBehind()
              && !catchUp.hasScanned(index)
              && !catchUp.hasRecalled(index)
              && !inMemory.containsKey(index)
              && copies.isOwed(index, region.index());
      if (wanted) {
        queued++;
        catchUp.recalled(index);
        catchUp.held();
        lacking.accept(message);
      }
    }
    boolean moved = !event.messages().isEmpty();
    catchUp.read(event.next(), last, moved ? Math.max(1, queued) : 0, catchUpRate, now);
  }

  /** The last message before this one that some region accepted, as far as is known. */
  Entry.Accepted previousOf(JournalRecord.Message message) {
    JournalRecord.Mark mark = message.previous();
    PassedOver passed = passedOver.get(numberOf(message, mark));
    while (passed != null) {
      mark = passed.before();
      passed = passedOver.get(numberOf(message, mark));
    }
    return new Entry.Accepted(mark.seq(), mark.sentAt());
  }

  private static Recovered.StreamNumber numberOf(
      JournalRecord.Message message, JournalRecord.Mark mark) {
    return new Recovered.StreamNumber(message.message().session(), message.stream(), mark.seq());
  }
}

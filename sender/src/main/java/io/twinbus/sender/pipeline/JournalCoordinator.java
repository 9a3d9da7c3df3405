package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.journal.OwedCopies;
import io.twinbus.sender.journal.RecoveredJournal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes' side of the journal: which appends are needed, which messages are durable, which
 * copies are owed to which region, and which segments can be dropped.
 */
final class JournalCoordinator {

  /** Without an outage, all but one of the earlier segments have ended when the last is full. */
  private static final int WORTH_FREEING = 2;

  private final int catchUpRate;
  private final List<RegionState> regions;
  private final Consumer<Effect> effects;
  private final OwedCopies copies;
  private final Map<RecoveredJournal.StreamNumber, PassedOver> passedOver = new HashMap<>();
  private final Map<Long, PendingMessage> inMemory = new HashMap<>();
  private final Deque<Unwritten> unwritten = new ArrayDeque<>();
  private final Deque<UnrecordedFailure> unrecordedFailures = new ArrayDeque<>();
  private long appends;
  private long nextIndex;
  private long nextSegment;

  /**
   * A number that failed everywhere.
   *
   * @param before the number before it
   * @param until the first index after the failure; messages from there on never name the number
   */
  private record PassedOver(JournalRecord.Mark before, long until) {}

  /** A message that may be sent when its append is durable. */
  private record Unwritten(long append, PendingMessage pending) {}

  /**
   * A message that failed everywhere while its last record is not durable.
   *
   * @param append the number of that record
   * @param behind the next message of its stream, which is held until the record is durable
   */
  private record UnrecordedFailure(
      long append, PendingMessage pending, @Nullable PendingMessage behind) {}

  JournalCoordinator(
      RecoveredJournal recovered,
      int catchUpRate,
      List<RegionState> regions,
      Consumer<Effect> effects) {
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

  /** Appends a new message; it may be sent when {@link #durable} returns it. */
  void takeIn(PendingMessage pending) {
    long index = nextIndex++;
    pending.inJournal(index, false);
    copies.add(index, pending.sentAt());
    hold(pending);
    PendingMessage.Accepted previous = pending.previous();
    append(
        new JournalRecord.Message(
            index,
            pending.message(),
            pending.stream().id(),
            pending.seq(),
            new JournalRecord.Mark(previous.seq(), previous.sentAt()),
            pending.sentAt()));
    unwritten.add(new Unwritten(appends, pending));
  }

  private void append(JournalRecord record) {
    effects.accept(new Effect.Append(++appends, record));
  }

  /** Takes back a message that no region has, at the start. */
  void restore(PendingMessage pending, long index) {
    pending.inJournal(index, true);
    hold(pending);
  }

  private void hold(PendingMessage pending) {
    inMemory.put(pending.index(), pending);
    for (RegionState region : regions) {
      if (copies.isOwed(pending.index(), region.index())) {
        region.catchUp().held();
      }
    }
  }

  boolean isOwed(long index, RegionState region) {
    return copies.isOwed(index, region.index());
  }

  /** Removes and returns the messages that may be sent, as all up to {@code append} is durable. */
  List<PendingMessage> durable(long append) {
    List<PendingMessage> written = new ArrayList<>();
    while (!unwritten.isEmpty() && unwritten.getFirst().append() <= append) {
      PendingMessage pending = unwritten.removeFirst().pending();
      pending.written();
      written.add(pending);
    }
    return written;
  }

  /**
   * Removes and returns the failed messages that may be reported, as all up to {@code append} is
   * durable. Releases the messages behind them.
   */
  List<PendingMessage> recordedFailures(long append) {
    List<PendingMessage> recorded = new ArrayList<>();
    while (!unrecordedFailures.isEmpty() && unrecordedFailures.getFirst().append() <= append) {
      UnrecordedFailure each = unrecordedFailures.removeFirst();
      recorded.add(each.pending());
      if (each.behind() != null) {
        each.behind().release();
      }
    }
    return recorded;
  }

  /** Removes and returns the failed messages whose records may not be durable. */
  List<PendingMessage> takeUnrecordedFailures() {
    return recordedFailures(Long.MAX_VALUE);
  }

  /** Records that a copy ended. */
  void ended(PendingMessage pending, RegionState region, boolean accepted) {
    copies.end(pending.index(), region.index());
    region.catchUp().released();
    region.catchUp().recalledLeft(pending.index());
    append(new JournalRecord.CopyEnded(pending.index(), region.name(), accepted));
  }

  /**
   * Notes that a message failed in every region. The next message passes over it when {@link
   * #recordedFailures} returns it: before that, a restart would send the failed message again.
   */
  void failed(PendingMessage pending) {
    PendingMessage behind = pending.successor;
    if (behind != null) {
      behind.hold();
    }
    unrecordedFailures.add(new UnrecordedFailure(appends, pending, behind));
    PendingMessage.Accepted previous = pending.previous();
    passedOver.put(
        new RecoveredJournal.StreamNumber(
            pending.message().session(), pending.stream().id(), pending.seq()),
        new PassedOver(new JournalRecord.Mark(previous.seq(), previous.sentAt()), nextIndex));
  }

  /** Notes that a message left memory; the journal keeps the copies that are still owed. */
  void left(PendingMessage pending) {
    inMemory.remove(pending.index(), pending);
    for (RegionState region : regions) {
      if (region.copyOf(pending).isKept()) {
        region.catchUp().released();
        region.catchUp().recalledLeft(pending.index());
      }
    }
  }

  void abandoned(Event.NumberAbandoned event) {
    append(new JournalRecord.NumberAbandoned(event.session(), event.stream(), event.seq()));
  }

  /** Whether this is the segment that is appended to. */
  boolean isActive(long segment) {
    return segment == nextSegment - 1;
  }

  /** Whether a new segment would allow old ones to be dropped. */
  boolean canFreeSegments() {
    return copies.unneeded() >= WORTH_FREEING;
  }

  /**
   * Begins the next segment with {@code counters}, and drops the oldest segments whose messages
   * have all ended. They can be dropped only now, because these counters hold how their messages
   * ended.
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
   * A passed-over number matters while the journal has messages that were taken in before it
   * failed: such a message may be read back once more.
   */
  private void prunePassedOver() {
    long first = copies.firstIndex();
    passedOver.values().removeIf(passed -> passed.until() <= first);
  }

  /** The beginning of the segment with the oldest copy that is owed. */
  LogPosition oldest() {
    return new LogPosition(copies.oldest(), 0);
  }

  /** Whether every copy that the region is owed is in memory. */
  boolean owesOnlyWhatIsInMemory(RegionState region) {
    return copies.owedTo(region.index()) == region.catchUp().heldCopies();
  }

  /** What each region is owed. */
  SortedMap<RegionName, OwedToRegion> owed() {
    SortedMap<RegionName, OwedToRegion> owed = new TreeMap<>();
    for (RegionState region : regions) {
      owed.put(
          region.name(),
          new OwedToRegion(copies.owedTo(region.index()), copies.oldestOwedTo(region.index())));
    }
    return owed;
  }

  /** Whether every region has all its copies. */
  boolean owesNothing() {
    return regions.stream().allMatch(region -> copies.owedTo(region.index()) == 0);
  }

  /** Requests the next portion for a region that is behind, when that is due. */
  void read(RegionState region, MonotonicTime now) {
    if (region.catchUp().mayRead(now)) {
      LogPosition from = region.catchUp().beginReading();
      effects.accept(
          new Effect.Recall(region.name(), from, CatchUp.PORTION, region.catchUp().portionBytes()));
    }
  }

  /** Hands the messages that the region lacks and that are not in memory to {@code lacking}. */
  void recalled(
      Event.Recalled event,
      RegionState region,
      MonotonicTime now,
      Consumer<JournalRecord.Message> lacking) {
    CatchUp catchUp = region.catchUp();
    if (catchUp.takeStale()) {
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
        catchUp.recalled(index, MessageSize.of(message.message()));
        catchUp.held();
        lacking.accept(message);
      }
    }
    boolean moved = !event.messages().isEmpty();
    catchUp.read(event.next(), last, moved ? Math.max(1, queued) : 0, catchUpRate, now);
  }

  /** The last known message before this one that a region accepted. */
  PendingMessage.Accepted previousOf(JournalRecord.Message message) {
    JournalRecord.Mark mark = message.previous();
    PassedOver passed = passedOver.get(numberOf(message, mark));
    while (passed != null) {
      mark = passed.before();
      passed = passedOver.get(numberOf(message, mark));
    }
    return new PendingMessage.Accepted(mark.seq(), mark.sentAt());
  }

  private static RecoveredJournal.StreamNumber numberOf(
      JournalRecord.Message message, JournalRecord.Mark mark) {
    return new RecoveredJournal.StreamNumber(
        message.message().session(), message.stream(), mark.seq());
  }
}

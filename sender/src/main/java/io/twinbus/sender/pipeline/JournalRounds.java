package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.settings.Acknowledge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/**
 * The part of the lanes' work that exists only with a journal: releasing durable messages, letting
 * regions fall behind and catch up, and beginning segments.
 */
final class JournalRounds {

  private final List<Lane> lanes;
  private final LaneContext context;
  private final JournalCoordinator journal;
  private final BitSet touched;

  /** {@code touched} takes the indexes of the lanes that have to advance in this round. */
  JournalRounds(List<Lane> lanes, LaneContext context, JournalCoordinator journal, BitSet touched) {
    this.lanes = lanes;
    this.context = context;
    this.journal = journal;
    this.touched = touched;
  }

  /** What each region is owed. */
  SortedMap<RegionName, OwedToRegion> owed() {
    return journal.owed();
  }

  /** Releases the messages that are durable now, and reports the failures that are. */
  void written(Event.Written event) {
    for (PendingMessage pending : journal.durable(event.append())) {
      touched.set(pending.lane());
      if (journalAcknowledges(pending)) {
        context.settlement().acknowledge(pending);
      }
    }
    for (PendingMessage failed : journal.recordedFailures(event.append())) {
      touched.set(failed.lane());
      context.settlement().reportFailed(failed);
    }
  }

  /**
   * A message whose size a region might refuse is acknowledged when a region has accepted it: after
   * a receipt from the journal no caller would learn of the refusal.
   */
  private boolean journalAcknowledges(PendingMessage pending) {
    return context.settings().acknowledge() == Acknowledge.JOURNAL
        && !pending.isExplicit()
        && !pending.isAcknowledged()
        && context.limits().surelyTake(pending.message());
  }

  /** Begins another segment, unless that has happened already. */
  void segmentFull(Event.SegmentFull event) {
    if (journal.isActive(event.segment())) {
      roll();
    }
  }

  /** Takes back the copies that a region lacks. */
  void recalled(Event.Recalled event, Now now) {
    RegionState region = context.region(event.region());
    journal.recalled(
        event,
        region,
        now.monotonic(),
        message -> {
          Lane lane = Lane.of(message.message().session(), lanes);
          touched.set(lane.index());
          lane.recall(message, region, now);
        });
  }

  /** Reports the failures that are not durable yet: no later event will. */
  void close() {
    journal.takeUnrecordedFailures().forEach(context.settlement()::reportFailed);
  }

  /** Whether every region has all its copies. */
  boolean owesNothing() {
    return journal.owesNothing();
  }

  /** Lets regions with too many waiting copies fall behind, and reads on for those behind. */
  void fallBehindOrCatchUp(Now now) {
    context.regions().forEach(this::fallBehind);
    if (journal.canFreeSegments()) {
      roll();
    }
    for (RegionState region : context.regions()) {
      if (region.catchUp().isBehind()) {
        catchUp(region, now);
      }
    }
  }

  /** A region that has every copy it is owed in memory is no longer behind. */
  private void catchUp(RegionState region, Now now) {
    if (journal.owesOnlyWhatIsInMemory(region)) {
      region.catchUp().rejoin();
      lanes.forEach(lane -> lane.pipeline(region.index()).rejoin());
      touched.set(0, lanes.size());
    } else {
      journal.read(region, now.monotonic());
    }
  }

  /** At least one region is not behind: new messages go there first. */
  private void fallBehind(RegionState region) {
    boolean alone =
        context.regions().stream().allMatch(other -> other == region || other.catchUp().isBehind());
    if (region.lagging().isFull() && !region.catchUp().isBehind() && !alone) {
      region.catchUp().fallBehind(journal.oldest());
      lanes.forEach(lane -> lane.pipeline(region.index()).fallBehind());
      requeueMoved();
    }
  }

  /** Queues copies that were taken back from the journal, and drops those left to it. */
  void requeueMoved() {
    for (PendingMessage pending : context.settlement().takeMoved()) {
      touched.set(pending.lane());
      lanes.get(pending.lane()).requeue(pending);
    }
  }

  private void roll() {
    List<JournalRecord.Counter> counters = new ArrayList<>();
    context.streams().export(counters);
    journal.roll(counters);
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.RegionStatistics;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.journal.JournalRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All lanes of a sender: the core, a state machine without I/O, threads or a clock.
 *
 * <p>A session belongs to one lane. A lane has at most one unsettled batch for each region, and
 * what comes in meanwhile goes into the next one. Each call:
 *
 * <ol>
 *   <li>takes the events in, in their order;
 *   <li>sheds the oldest copies of acknowledged messages where too many wait for a region;
 *   <li>lets every lane that was touched give up what is overdue, and send what may go;
 *   <li>answers what the shell has to do.
 * </ol>
 *
 * <p>Not thread-safe: one thread drives it.
 */
public final class Lanes {

  private final List<Lane> lanes = new ArrayList<>();
  private final List<RegionState> regions = new ArrayList<>();
  private final LaneContext context;
  private final BitSet touched = new BitSet();
  private int firstLane;
  private @Nullable MonotonicTime wakeAt;
  private long offered;

  /** Lanes over {@code topology}; {@code freshIds} draws the names of streams. */
  public Lanes(Topology topology, SenderSettings settings, Supplier<StreamId> freshIds) {
    this(topology, settings, freshIds, null);
  }

  private Lanes(
      Topology topology,
      SenderSettings settings,
      Supplier<StreamId> freshIds,
      @Nullable JournalStart journal) {
    for (RegionName name : topology.regions()) {
      regions.add(new RegionState(regions.size(), name, settings));
    }
    context = new LaneContext(topology, settings, regions, journal);
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane(i, context, freshIds));
    }
  }

  /**
   * Lanes that write every message to a journal before they send it, and begin with what it says.
   */
  public static Lanes withJournal(
      Topology topology,
      SenderSettings settings,
      Supplier<StreamId> freshIds,
      JournalStart journal,
      Now now) {
    Lanes lanes = new Lanes(topology, settings, freshIds, journal);
    new Restore(lanes.lanes, lanes.context).carryOut(journal, now);
    lanes.touchAll();
    return lanes;
  }

  /** Takes one event in; see {@link #on(List, Now)}. */
  public List<Effect> on(Event event, Now now) {
    return on(List.of(event), now);
  }

  /** Takes events in, in their order, and answers what to do, in the order to do it. */
  public List<Effect> on(List<? extends Event> events, Now now) {
    for (Event event : events) {
      take(event, now);
      moveCopies();
    }
    if (wakeAt != null && now.monotonic().isAtOrAfter(wakeAt)) {
      touchAll();
    }
    shed();
    catchUp(now);
    advance(now);
    wakeAt = earliestWake(now.monotonic());
    return context.settlement().receipts().takeEffects();
  }

  /** When {@link Event.Tick} is due, if nothing else happens before. */
  public Optional<MonotonicTime> nextWake() {
    return Optional.ofNullable(wakeAt);
  }

  /** Whether no copy of any message is pending, or kept. */
  public boolean isIdle() {
    Keeper keeper = context.keeper();
    return context.settlement().isIdle() && (keeper == null || keeper.owesNothing());
  }

  /** Counters, apart from the bytes in flight, which the shell knows. */
  public LaneStatistics statistics() {
    SortedMap<RegionName, RegionStatistics> each = new TreeMap<>();
    regions.forEach(region -> each.put(region.name(), region.statistics(deepestLane(region))));
    Receipts receipts = context.settlement().receipts();
    return new LaneStatistics(
        offered,
        receipts.acknowledged(),
        receipts.failed(),
        receipts.failedByClosing(),
        lanes.stream().mapToLong(lane -> lane.streams().size()).sum(),
        lanes.stream().mapToLong(lane -> lane.streams().evicted()).sum(),
        each);
  }

  private long deepestLane(RegionState region) {
    long deepest = 0;
    for (Lane lane : lanes) {
      deepest = Math.max(deepest, lane.pipeline(region.index()).depth());
    }
    return deepest;
  }

  private void take(Event event, Now now) {
    if (event instanceof Event.Offered offer) {
      offered++;
      int lane = laneOf(offer.message().session());
      touched.set(lane);
      lanes.get(lane).offer(offer, now);
    } else if (event instanceof Event.NumberAbandoned abandoned) {
      lanes.get(laneOf(abandoned.session())).abandonNumber(abandoned, now);
    } else if (event instanceof Event.Accepted accepted) {
      touched(accepted.batch()).accepted(accepted.batch(), now);
    } else if (event instanceof Event.Refused refused) {
      touched(refused.batch()).refused(refused, now);
      lanes.get(refused.batch().lane()).dropHeldBack();
    } else if (event instanceof Event.Unanswered unanswered) {
      touched(unanswered.batch()).unanswered(unanswered, now);
    } else if (event instanceof Event.LinkLimit limit) {
      region(limit.region()).limitBatches(limit.maxBytes());
    } else if (event instanceof Event.Written written) {
      written(written);
    } else if (event instanceof Event.SegmentFull full) {
      if (keeper().isActive(full.segment())) {
        roll(keeper());
      }
    } else if (event instanceof Event.Recalled recalled) {
      recalled(recalled, now);
    } else if (event instanceof Event.Abandoned) {
      abandon();
    } else {
      touchAll();
    }
  }

  private RegionPipeline touched(BatchId batch) {
    touched.set(batch.lane());
    return lanes.get(batch.lane()).pipeline(region(batch.region()).index());
  }

  private RegionState region(RegionName name) {
    return regions.stream()
        .filter(region -> region.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no region " + name + "."));
  }

  private int laneOf(SessionId session) {
    return Lane.of(session, lanes.size());
  }

  private void touchAll() {
    touched.set(0, lanes.size());
  }

  private void written(Event.Written event) {
    boolean receipt = context.settings().acknowledge() == Acknowledge.JOURNAL;
    for (Entry entry : keeper().written(event.append())) {
      touched.set(entry.lane());
      if (receipt && !entry.isExplicit() && !entry.isAcknowledged()) {
        context.settlement().acknowledge(entry);
      }
    }
    for (Entry failed : keeper().noted(event.append())) {
      touched.set(failed.lane());
      context.settlement().reportFailed(failed);
    }
  }

  private void abandon() {
    Keeper keeper = context.keeper();
    if (keeper != null) {
      keeper.takeUnnoted().forEach(context.settlement()::reportFailed);
    }
    context.settlement().closing();
    lanes.forEach(Lane::abandon);
  }

  private void roll(Keeper keeper) {
    List<JournalRecord.Counter> counters = new ArrayList<>();
    lanes.forEach(lane -> lane.streams().export(counters));
    keeper.roll(counters);
  }

  private void recalled(Event.Recalled event, Now now) {
    RegionState region = region(event.region());
    keeper()
        .recalled(
            event,
            region,
            now.monotonic(),
            message -> {
              int lane = laneOf(message.message().session());
              touched.set(lane);
              lanes.get(lane).recall(message, region, now);
            });
  }

  private Keeper keeper() {
    return Objects.requireNonNull(context.keeper());
  }

  /** Reads on for regions that are behind; one that lacks nothing but what is here is no more. */
  private void catchUp(Now now) {
    Keeper keeper = context.keeper();
    if (keeper != null && keeper.canFreeSegments()) {
      roll(keeper);
    }
    for (RegionState region : regions) {
      if (keeper == null || !region.catchUp().isBehind()) {
        continue;
      }
      if (keeper.owesOnlyWhatIsInMemory(region)) {
        region.catchUp().rejoin();
        lanes.forEach(lane -> lane.pipeline(region.index()).rejoin());
        touchAll();
      } else {
        keeper.read(region, now.monotonic());
      }
    }
  }

  private void fallBehind(RegionState region, Keeper keeper) {
    boolean alone =
        regions.stream().allMatch(other -> other == region || other.catchUp().isBehind());
    if (region.leftBehind().isFull() && !region.catchUp().isBehind() && !alone) {
      region.catchUp().fallBehind(keeper.oldest());
      lanes.forEach(lane -> lane.pipeline(region.index()).fallBehind());
      moveCopies();
    }
  }

  /** Queues, or forgets, copies that were taken back from the journal, or left to it. */
  private void moveCopies() {
    for (Entry entry : context.settlement().takeMoved()) {
      touched.set(entry.lane());
      lanes.get(entry.lane()).moved(entry);
    }
  }

  private void shed() {
    Keeper keeper = context.keeper();
    for (RegionState region : regions) {
      if (keeper != null) {
        fallBehind(region, keeper);
        continue;
      }
      Entry surplus = region.leftBehind().surplus();
      while (surplus != null) {
        lanes.get(surplus.lane()).pipeline(region.index()).shed(surplus);
        touched.set(surplus.lane());
        surplus = region.leftBehind().surplus();
      }
    }
  }

  /**
   * Begins with another lane each time, so that the probes of a region are of all lanes in turn.
   */
  private void advance(Now now) {
    if (context.takeBreakerMoved()) {
      touchAll();
    }
    firstLane = (firstLane + 1) % lanes.size();
    for (int i = 0; i < lanes.size(); i++) {
      int lane = (firstLane + i) % lanes.size();
      if (touched.get(lane)) {
        lanes.get(lane).advance(now);
      }
    }
    touched.clear();
    context.takeBreakerMoved();
  }

  private @Nullable MonotonicTime earliestWake(MonotonicTime now) {
    MonotonicTime earliest = null;
    for (Lane lane : lanes) {
      MonotonicTime wake = lane.nextWake(now);
      if (wake != null) {
        earliest = earliest == null ? wake : MonotonicTime.earlier(earliest, wake);
      }
    }
    for (RegionState region : regions) {
      MonotonicTime wake = region.catchUp().wakeAt();
      if (wake != null) {
        earliest = earliest == null ? wake : MonotonicTime.earlier(earliest, wake);
      }
    }
    return earliest;
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.RegionStatistics;
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
 * <p>A session belongs to one lane. A lane has at most one unsettled batch for each region;
 * messages that arrive meanwhile go into the next batch. Each call:
 *
 * <ol>
 *   <li>takes the events, in their order;
 *   <li>sheds the oldest copies of acknowledged messages where too many wait for a region; with a
 *       journal it lets that region fall behind, or catch up, instead;
 *   <li>lets every lane that was touched give up overdue messages, and send the next batches;
 *   <li>returns the effects that the caller has to carry out.
 * </ol>
 *
 * <p>Not thread-safe: one thread drives it.
 */
public final class Lanes {

  private final List<Lane> lanes = new ArrayList<>();
  private final List<RegionState> regions = new ArrayList<>();
  private final LaneContext context;
  private final @Nullable JournalRounds journal;
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
      @Nullable JournalStart start) {
    for (RegionName name : topology.regions()) {
      regions.add(new RegionState(regions.size(), name, settings));
    }
    context = new LaneContext(topology, settings, regions, freshIds, start);
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane(i, context));
    }
    JournalCoordinator coordinator = context.journal();
    journal = coordinator == null ? null : new JournalRounds(lanes, context, coordinator, touched);
  }

  /** Lanes that write every message to a journal before they send it, and continue from it. */
  public static Lanes withJournal(
      Topology topology,
      SenderSettings settings,
      Supplier<StreamId> freshIds,
      JournalStart start,
      Now now) {
    Lanes lanes = new Lanes(topology, settings, freshIds, start);
    new RestoreLanes(lanes.lanes, lanes.context).carryOut(start, now);
    lanes.touchAll();
    return lanes;
  }

  /** Takes one event; see {@link #on(List, Now)}. */
  public List<Effect> on(Event event, Now now) {
    return on(List.of(event), now);
  }

  /** Takes events, in their order, and returns the effects to carry out, in their order. */
  public List<Effect> on(List<? extends Event> events, Now now) {
    for (Event event : events) {
      take(event, now);
      requeueMoved();
    }
    if (wakeAt != null && now.monotonic().isAtOrAfter(wakeAt)) {
      touchAll();
    }
    if (journal == null) {
      shed();
    } else {
      journal.fallBehindOrCatchUp(now);
    }
    advance(now);
    wakeAt = earliestWake(now.monotonic());
    return context.settlement().receipts().takeEffects();
  }

  /** When {@link Event.Tick} is due, unless another event comes before. */
  public Optional<MonotonicTime> nextWake() {
    return Optional.ofNullable(wakeAt);
  }

  /** Whether every copy of every message has ended. */
  public boolean isIdle() {
    return context.settlement().isIdle() && (journal == null || journal.owesNothing());
  }

  /** The counters, without the bytes in flight. */
  public LaneStatistics statistics() {
    SortedMap<RegionName, RegionStatistics> each = new TreeMap<>();
    SortedMap<RegionName, Long> lacking = new TreeMap<>();
    for (RegionState region : regions) {
      each.put(region.name(), region.statistics(deepestLane(region)));
      lacking.put(region.name(), region.lacking());
    }
    Receipts receipts = context.settlement().receipts();
    return new LaneStatistics(
        offered,
        receipts.acknowledged(),
        receipts.failed(),
        receipts.failedByClosing(),
        context.streams().size(),
        context.streams().evicted(),
        each,
        lacking,
        journal == null ? new TreeMap<>() : journal.owed());
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
      touched(offer.message().session()).offer(offer, now);
    } else if (event instanceof Event.NumberAbandoned abandoned) {
      Lane.of(abandoned.session(), lanes).abandonNumber(abandoned, now);
    } else if (event instanceof Event.Accepted accepted) {
      touched(accepted.batch()).accepted(accepted.batch(), now);
    } else if (event instanceof Event.Refused refused) {
      touched(refused.batch()).refused(refused, now);
      lanes.get(refused.batch().lane()).dropHeldBack();
    } else if (event instanceof Event.Unanswered unanswered) {
      touched(unanswered.batch()).unanswered(unanswered, now);
    } else if (event instanceof Event.LinkLimit limit) {
      context.region(limit.region()).limit(limit.maxBytes());
    } else if (event instanceof Event.Written written) {
      journal().written(written);
    } else if (event instanceof Event.SegmentFull full) {
      journal().segmentFull(full);
    } else if (event instanceof Event.Recalled recalled) {
      journal().recalled(recalled, now);
    } else if (event instanceof Event.Closed) {
      close();
    } else {
      touchAll();
    }
  }

  private Lane touched(SessionId session) {
    Lane lane = Lane.of(session, lanes);
    touched.set(lane.index());
    return lane;
  }

  private RegionPipeline touched(BatchId batch) {
    touched.set(batch.lane());
    return lanes.get(batch.lane()).pipeline(context.region(batch.region()).index());
  }

  private void touchAll() {
    touched.set(0, lanes.size());
  }

  private JournalRounds journal() {
    return Objects.requireNonNull(journal, "an event of the journal without a journal");
  }

  private void close() {
    if (journal != null) {
      journal.close();
    }
    context.settlement().closing();
    lanes.forEach(Lane::close);
  }

  private void requeueMoved() {
    if (journal != null) {
      journal.requeueMoved();
    }
  }

  private void shed() {
    for (RegionState region : regions) {
      PendingMessage surplus = region.lagging().surplus();
      while (surplus != null) {
        lanes.get(surplus.lane()).pipeline(region.index()).shed(surplus);
        touched.set(surplus.lane());
        surplus = region.lagging().surplus();
      }
    }
  }

  /** Begins with another lane each time, so that all lanes take turns in probing a region. */
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

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.BreakerState;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state that all lanes of a sender share. */
final class LaneContext {

  private static final Problem NONE = new Problem(Optional.empty(), "");

  private final Topology topology;
  private final SenderSettings settings;
  private final List<RegionState> regions;
  private final SessionStreams streams;
  private final MessageSettlement settlement;
  private final LinkLimits limits;
  private final @Nullable JournalCoordinator journal;
  private boolean breakerMoved;

  LaneContext(
      Topology topology,
      SenderSettings settings,
      List<RegionState> regions,
      Supplier<StreamId> freshIds,
      @Nullable JournalStart start) {
    this.topology = topology;
    this.settings = settings;
    this.regions = regions;
    this.streams =
        new SessionStreams(
            settings.maxSessions(),
            settings.sessionIdle(),
            freshIds,
            new HomeRegions(topology)::indexOf);
    this.limits = new LinkLimits(regions);
    this.settlement = new MessageSettlement(settings, regions);
    this.journal =
        start == null
            ? null
            : new JournalCoordinator(start.recovered(), start.catchUpRate(), regions, this::emit);
    if (journal != null) {
      settlement.attachJournal(journal);
    }
  }

  Topology topology() {
    return topology;
  }

  SenderSettings settings() {
    return settings;
  }

  List<RegionState> regions() {
    return regions;
  }

  RegionState region(RegionName name) {
    return regions.stream()
        .filter(region -> region.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no region " + name + "."));
  }

  /** The streams of all sessions, each of which belongs to one lane. */
  SessionStreams streams() {
    return streams;
  }

  /** What the links take. */
  LinkLimits limits() {
    return limits;
  }

  /** Adds an effect to those of this round. */
  void emit(Effect effect) {
    settlement.receipts().emit(effect);
  }

  /** The journal's coordinator; null without a journal. */
  @Nullable JournalCoordinator journal() {
    return journal;
  }

  MessageSettlement settlement() {
    return settlement;
  }

  void issued(RegionState region, BatchId batch) {
    region.countBatch();
    BreakerState before = region.breaker().state();
    region.breaker().issued(batch);
    report(region, before, NONE);
  }

  void answered(RegionState region, Now now) {
    BreakerState before = region.breaker().state();
    region.breaker().answered(now.monotonic());
    report(region, before, NONE);
  }

  void failed(RegionState region, Batch batch, Problem problem, Now now) {
    BreakerState before = region.breaker().state();
    region.breaker().failed(batch.id(), batch.issuedAt(), now.monotonic());
    report(region, before, problem);
  }

  /** Returns whether a breaker moved since the last call, so that every lane must advance. */
  boolean takeBreakerMoved() {
    boolean moved = breakerMoved;
    breakerMoved = false;
    return moved;
  }

  private void report(RegionState region, BreakerState before, Problem problem) {
    BreakerState after = region.breaker().state();
    if (after != before) {
      breakerMoved = true;
      emit(new Effect.BreakerMoved(region.name(), after, problem));
    }
  }
}

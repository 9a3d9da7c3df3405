package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.Now;
import io.twinbus.sender.BreakerState;
import io.twinbus.sender.SenderSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What all lanes of a sender share. */
final class LaneContext {

  private static final Problem NONE = new Problem(Optional.empty(), "");

  private final Topology topology;
  private final SenderSettings settings;
  private final List<RegionState> regions;
  private final Settlement settlement;
  private final @Nullable Keeper keeper;
  private boolean breakerMoved;

  LaneContext(
      Topology topology,
      SenderSettings settings,
      List<RegionState> regions,
      @Nullable JournalStart journal) {
    this.topology = topology;
    this.settings = settings;
    this.regions = regions;
    this.settlement = new Settlement(settings, regions);
    this.keeper =
        journal == null
            ? null
            : new Keeper(journal.recovered(), journal.catchUpRate(), regions, settlement::emit);
    this.settlement.keepWith(keeper);
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

  /** The way to the journal; null: there is none. */
  @Nullable Keeper keeper() {
    return keeper;
  }

  Settlement settlement() {
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

  /** Whether a breaker moved since the last call, so that every lane must look again. */
  boolean takeBreakerMoved() {
    boolean moved = breakerMoved;
    breakerMoved = false;
    return moved;
  }

  private void report(RegionState region, BreakerState before, Problem problem) {
    BreakerState after = region.breaker().state();
    if (after != before) {
      breakerMoved = true;
      settlement.emit(new Effect.BreakerMoved(region.name(), after, problem));
    }
  }
}

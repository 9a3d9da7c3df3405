package io.twinbus.console.view;

import io.twinbus.console.watch.Board;
import io.twinbus.console.watch.Point;
import io.twinbus.console.watch.RegionPoint;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.watch.Events;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The picture of the system: its regions, its ledger, its instances and what happened last.
 *
 * <p>Immutable and thread-safe.
 *
 * @param at when it was looked at
 * @param stale a sentence where that is too long ago; null otherwise
 * @param regions one card a region
 * @param ledger what the ledger tells
 * @param instances the receivers, the fresh ones first
 * @param events the newest ones
 * @param remarks what operators want, and doubts
 * @param cost what the console costs
 */
public record Overview(
    Instant at,
    @Nullable String stale,
    List<RegionCard> regions,
    LedgerCard ledger,
    List<InstanceRow> instances,
    List<Events.Event> events,
    List<String> remarks,
    Board.Cost cost) {

  private static final Duration TOO_OLD = Duration.ofSeconds(5);
  private static final int MOST_EVENTS = 8;
  private static final int MOST_INSTANCES = 100;
  private static final RegionPoint NOTHING = new RegionPoint(false, 0, 0, 0, 0, 0);

  /** A share of the sessions that receivers hold, from 0 to 100, for a bar. */
  public record Share(String region, int sessions, int from, int width) {}

  /**
   * What the ledger tells.
   *
   * @param trouble why it tells nothing; null otherwise
   * @param counts sessions by status
   * @param gaps sessions that wait for a missing message
   * @param countedAt when they were counted; null: not yet
   * @param shares who holds sessions now
   * @param waits how many of the receivers' writes wait for their turn
   */
  public record LedgerCard(
      @Nullable String trouble,
      List<Count> counts,
      int gaps,
      @Nullable Instant countedAt,
      List<Share> shares,
      int waits) {}

  /** How many sessions have a status. */
  public record Count(String status, long sessions) {}

  /** What {@code board} shows at {@code now}; empty before the first look. */
  public static Optional<Overview> of(Board board, Instant now) {
    return board.snapshot().map(snapshot -> of(board, snapshot, now));
  }

  private static Overview of(Board board, Snapshot snapshot, Instant now) {
    Point point = board.points().get(board.points().size() - 1);
    List<RegionCard> regions = new ArrayList<>();
    snapshot
        .queues()
        .forEach(
            (region, queue) ->
                regions.add(
                    RegionCard.of(
                        region,
                        queue,
                        snapshot,
                        board.lease(),
                        Objects.requireNonNullElse(point.regions().get(region), NOTHING))));
    Duration age = Duration.between(snapshot.at(), now);
    return new Overview(
        snapshot.at(),
        age.compareTo(TOO_OLD) < 0
            ? null
            : "What you see is %d s old: the next look has no answer yet."
                .formatted(age.toSeconds()),
        regions,
        ledger(board, snapshot),
        instances(board, snapshot),
        board.events().stream().limit(MOST_EVENTS).toList(),
        snapshot.wanted().sentences(),
        board.cost());
  }

  private static LedgerCard ledger(Board board, Snapshot snapshot) {
    List<Count> counts = new ArrayList<>();
    for (SessionStatus status : SessionStatus.values()) {
      counts.add(new Count(status.name(), snapshot.counts().getOrDefault(status, 0L)));
    }
    int waits =
        snapshot.leases().stream()
            .filter(each -> snapshot.isFresh(each, board.lease()))
            .mapToInt(each -> each.stats().ledger().waiting())
            .sum();
    return new LedgerCard(
        snapshot.ledgerTrouble().orElse(null),
        snapshot.counts().isEmpty() ? List.of() : counts,
        snapshot.gaps(),
        board.cost().countedAt().orElse(null),
        shares(board, snapshot),
        waits);
  }

  private static List<Share> shares(Board board, Snapshot snapshot) {
    List<Share> shares = new ArrayList<>();
    List<RegionName> regions = List.copyOf(snapshot.queues().keySet());
    int all = regions.stream().mapToInt(region -> held(board, snapshot, region)).sum();
    int from = 0;
    for (RegionName region : regions) {
      int sessions = held(board, snapshot, region);
      int width = all == 0 ? 0 : Math.round(100f * sessions / all);
      shares.add(new Share(region.value(), sessions, from, Math.min(width, 100 - from)));
      from += width;
    }
    return shares;
  }

  private static int held(Board board, Snapshot snapshot, RegionName region) {
    return snapshot.fresh(region, board.lease()).stream()
        .mapToInt(each -> each.stats().sessions())
        .sum();
  }

  private static List<InstanceRow> instances(Board board, Snapshot snapshot) {
    return snapshot.leases().stream()
        .sorted(
            Comparator.comparing((InstanceView each) -> !snapshot.isFresh(each, board.lease()))
                .thenComparing(each -> each.region().value())
                .thenComparing(InstanceView::startedAt))
        .limit(MOST_INSTANCES)
        .map(each -> row(board, snapshot, each))
        .toList();
  }

  private static InstanceRow row(Board board, Snapshot snapshot, InstanceView each) {
    boolean isAlive = snapshot.isFresh(each, board.lease());
    return new InstanceRow(
        each.instance().value(),
        each.region().value(),
        isAlive ? each.stats().state().name() : "NO SIGN OF LIFE",
        isAlive,
        each.beatAt(),
        each.startedAt(),
        each.stats().sessions(),
        each.stats().claims(),
        board.rates().getOrDefault(each.instance().value(), 0.0),
        each.stats().ended(),
        each.stats().takeovers(),
        each.stats().version(),
        handlers(each));
  }

  private static List<String> handlers(InstanceView each) {
    return each.stats().handlers().stream().map(Overview::words).toList();
  }

  private static String words(HandlerVitals handler) {
    String reason = handler.reason().isEmpty() ? "" : " (" + handler.reason() + ")";
    return "%s: %s%s".formatted(handler.queue().value(), handler.state(), reason);
  }
}

package io.twinbus.console.watch;

import io.twinbus.ops.watch.Events;
import io.twinbus.ops.watch.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the console knows at one moment without a question of its own: every viewer is shown the
 * same.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cluster the cluster's name
 * @param lease how old an instance's beat may be
 * @param snapshot the last look; empty before the first
 * @param rates messages ended a second, by instance
 * @param points the last fifteen minutes
 * @param events what changed, the newest first
 * @param cost what the looks and questions cost
 */
public record Board(
    String cluster,
    Duration lease,
    Optional<Snapshot> snapshot,
    Map<String, Double> rates,
    List<Point> points,
    List<Events.Event> events,
    Cost cost) {

  /**
   * What the console has cost the ledger.
   *
   * @param total request units since it started
   * @param perSecond request units a second, over the last half minute
   * @param countedAt when sessions were counted last
   */
  public record Cost(double total, double perSecond, Optional<Instant> countedAt) {}

  /** Copies the collections. */
  public Board {
    rates = Map.copyOf(rates);
    points = List.copyOf(points);
    events = List.copyOf(events);
  }

  /** A board before the first look. */
  static Board empty(String cluster, Duration lease) {
    return new Board(
        cluster,
        lease,
        Optional.empty(),
        Map.of(),
        List.of(),
        List.of(),
        new Cost(0, 0, Optional.empty()));
  }
}

package io.twinbus.console.watch;

import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.watch.Rates;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What flows through the regions, from one snapshot to the next.
 *
 * <p>No counter says how many messages come in. What ended and what waits longer than ten seconds
 * ago is the number that came: an estimate, and pages say so. Not thread-safe.
 */
final class Flow {

  private static final Duration SPAN = Duration.ofSeconds(10);

  private final Rates rates = new Rates();
  private final Duration lease;
  private final Map<RegionName, Deque<Depth>> depths = new HashMap<>();

  private record Depth(Instant at, int waiting) {}

  Flow(Duration lease) {
    this.lease = lease;
  }

  Point on(Snapshot now) {
    rates.on(now, lease);
    Map<RegionName, RegionPoint> regions = new TreeMap<>();
    now.queues().forEach((region, queue) -> regions.put(region, point(now, region, queue)));
    return new Point(now.at(), new TreeMap<>(regions));
  }

  /** Messages ended a second by each instance that is alive. */
  Map<String, Double> byInstance(Snapshot now) {
    Map<String, Double> all = new HashMap<>();
    for (InstanceView each : now.leases()) {
      if (now.isFresh(each, lease)) {
        all.put(each.instance().value(), rates.of(each));
      }
    }
    return all;
  }

  private RegionPoint point(Snapshot now, RegionName region, Snapshot.Queue queue) {
    double ended = rates.of(now, region, lease);
    boolean isSilent = queue.trouble().isPresent();
    double growth = isSilent ? forget(region) : growth(now.at(), region, queue.waiting());
    int sessions =
        now.fresh(region, lease).stream().mapToInt(each -> each.stats().sessions()).sum();
    return new RegionPoint(
        isSilent,
        Math.max(0, ended + growth),
        ended,
        queue.lag().map(Duration::toMillis).orElse(0L),
        queue.waiting(),
        sessions);
  }

  private double forget(RegionName region) {
    depths.remove(region);
    return 0;
  }

  private double growth(Instant at, RegionName region, int waiting) {
    Deque<Depth> known = depths.computeIfAbsent(region, unknown -> new ArrayDeque<>());
    known.addLast(new Depth(at, waiting));
    while (known.size() > 2 && Duration.between(known.getFirst().at(), at).compareTo(SPAN) > 0) {
      known.removeFirst();
    }
    Depth first = known.getFirst();
    double seconds = Duration.between(first.at(), at).toMillis() / 1_000.0;
    return seconds <= 0 ? 0 : (waiting - first.waiting()) / seconds;
  }
}

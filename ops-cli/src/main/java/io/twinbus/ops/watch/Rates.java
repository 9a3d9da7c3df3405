package io.twinbus.ops.watch;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Messages ended a second, from what instances' leases say. Not thread-safe. */
final class Rates {

  private final Map<InstanceId, InstanceLease> before = new HashMap<>();
  private final Map<InstanceId, Double> rates = new HashMap<>();

  /** Takes in the leases of a snapshot; a lease that was not renewed since keeps its rate. */
  void on(Snapshot snapshot, Duration lease) {
    for (InstanceLease now : snapshot.leases()) {
      if (!snapshot.isFresh(now, lease)) {
        rates.remove(now.instance());
        continue;
      }
      InstanceLease earlier = before.put(now.instance(), now);
      if (earlier != null && earlier.beat() != now.beat()) {
        double seconds =
            Duration.between(earlier.stamp().at(), now.stamp().at()).toMillis() / 1_000.0;
        double ended = now.vitals().ended() - earlier.vitals().ended();
        rates.put(now.instance(), seconds <= 0 ? 0 : Math.max(0, ended / seconds));
      }
    }
  }

  double of(InstanceLease lease) {
    return rates.getOrDefault(lease.instance(), 0.0);
  }

  double of(Snapshot snapshot, RegionName region, Duration lease) {
    return snapshot.fresh(region, lease).stream().mapToDouble(this::of).sum();
  }
}

package io.twinbus.ops.watch;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Messages ended a second, from what instances tell. Not thread-safe. */
public final class Rates {

  private final Map<InstanceId, InstanceView> before = new HashMap<>();
  private final Map<InstanceId, Double> rates = new HashMap<>();

  /** Takes in the instances of a snapshot; one that has told nothing since keeps its rate. */
  public void on(Snapshot snapshot, Duration lease) {
    for (InstanceView now : snapshot.leases()) {
      if (!snapshot.isFresh(now, lease)) {
        rates.remove(now.instance());
        continue;
      }
      InstanceView earlier = before.put(now.instance(), now);
      if (earlier != null && !earlier.toldAt().equals(now.toldAt())) {
        double seconds = Duration.between(earlier.toldAt(), now.toldAt()).toMillis() / 1_000.0;
        double ended = now.stats().ended() - earlier.stats().ended();
        rates.put(now.instance(), seconds <= 0 ? 0 : Math.max(0, ended / seconds));
      }
    }
  }

  /** Those of one instance. */
  public double of(InstanceView lease) {
    return rates.getOrDefault(lease.instance(), 0.0);
  }

  /** Those of all instances of {@code region} that are alive. */
  public double of(Snapshot snapshot, RegionName region, Duration lease) {
    return snapshot.fresh(region, lease).stream().mapToDouble(this::of).sum();
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.util.SortedSet;

/**
 * The regions that messages go to.
 *
 * @param regions the regions, at least one
 * @param home the rule that gives each session its home region
 * @param standbyDelay how much later the copies for the other regions become visible
 */
public record Topology(SortedSet<RegionName> regions, HomePolicy home, Duration standbyDelay) {

  /** The part of {@code cluster} that the lanes need. */
  public static Topology of(ClusterSettings cluster) {
    return new Topology(cluster.regionNames(), cluster.home(), cluster.standbyDelay());
  }
}

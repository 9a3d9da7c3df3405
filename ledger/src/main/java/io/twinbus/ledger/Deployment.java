package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whose ledger it is: the cluster and its regions with their endpoints. Sessions of two deployments
 * in one ledger would be taken for each other; those of two queues are not, for the queue is in
 * every key.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cluster the cluster's name
 * @param regions by name, the endpoint of each region
 */
public record Deployment(String cluster, SortedMap<RegionName, String> regions) {

  /** Copies {@code regions}. */
  public Deployment {
    regions = Collections.unmodifiableSortedMap(new TreeMap<>(regions));
  }

  /** The deployment that {@code settings} describe. */
  public static Deployment of(ClusterSettings settings) {
    SortedMap<RegionName, String> regions = new TreeMap<>();
    settings.regions().forEach((name, region) -> regions.put(name, region.endpoint()));
    return new Deployment(settings.cluster(), regions);
  }

  /** In words, for a sentence. */
  @Override
  public String toString() {
    return "cluster '%s', regions %s".formatted(cluster, regions);
  }
}

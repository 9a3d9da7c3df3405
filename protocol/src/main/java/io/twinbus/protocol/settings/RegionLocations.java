package io.twinbus.protocol.settings;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * In which Azure region each of the deployment's regions is.
 *
 * <p>Immutable and thread-safe.
 *
 * @param byRegion the Azure region by the name of the deployment's region
 */
public record RegionLocations(Map<String, String> byRegion) {

  /** Copies {@code byRegion}. */
  public RegionLocations {
    byRegion = Map.copyOf(byRegion);
  }

  /**
   * What {@code twinbus.regions.<name>.location} says; a region without it is in the Azure region
   * of its name.
   */
  public static RegionLocations from(FlatSettings flat) {
    Map<String, String> found = new TreeMap<>();
    for (String name : flat.names(RegionKeys.REGIONS)) {
      found.put(name, flat.find(RegionKeys.location(name)).orElse(name));
    }
    return new RegionLocations(found);
  }

  /**
   * The name of the deployment's region that is in {@code azureRegion}, if one is. Services write
   * the same Azure region as {@code East US 2} and as {@code eastus2}.
   */
  public Optional<String> in(String azureRegion) {
    return byRegion.entrySet().stream()
        .filter(entry -> plain(entry.getValue()).equals(plain(azureRegion)))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst();
  }

  private static String plain(String azureRegion) {
    return azureRegion.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}

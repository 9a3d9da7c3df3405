package io.twinbus.local.control;

import java.util.Map;

/**
 * What a local stack holds and did.
 *
 * @param regions by name
 */
public record StackStats(Map<String, RegionStats> regions, LedgerStats ledger) {

  /**
   * What one region holds.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public RegionStats region(String name) {
    RegionStats region = regions.get(name);
    if (region == null) {
      throw new IllegalArgumentException("There is no region '" + name + "'.");
    }
    return region;
  }
}

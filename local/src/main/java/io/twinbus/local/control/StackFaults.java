package io.twinbus.local.control;

import java.util.Map;

/**
 * What is broken in a local stack.
 *
 * @param regions by name
 */
public record StackFaults(Map<String, EndpointFaults> regions, EndpointFaults ledger) {

  /**
   * What is broken in one region.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public EndpointFaults region(String name) {
    EndpointFaults region = regions.get(name);
    if (region == null) {
      throw new IllegalArgumentException("There is no region '" + name + "'.");
    }
    return region;
  }
}

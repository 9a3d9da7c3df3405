package io.twinbus.local;

import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LocalStack} needs to know; {@link LocalStack#builder()} makes one. Immutable.
 *
 * @param regions in the order in which they are shown, at least one, each name once
 * @param controlAddress where the control endpoint listens
 * @param controlPort the port of the control endpoint; 0 means any free one
 * @param data where queues and documents are kept; null: in memory only
 */
public record LocalStackOptions(
    List<ServiceBusEndpointOptions> regions,
    CosmosEndpointOptions ledger,
    InetAddress controlAddress,
    int controlPort,
    @Nullable DataLocation data) {

  public LocalStackOptions {
    regions = List.copyOf(regions);
    if (regions.isEmpty()) {
      throw new IllegalArgumentException("A local stack needs at least one region.");
    }
    Set<String> names = new HashSet<>();
    for (ServiceBusEndpointOptions region : regions) {
      if (!names.add(region.region())) {
        throw new IllegalArgumentException("The region '" + region.region() + "' is given twice.");
      }
    }
    if (controlPort < 0 || controlPort > 65_535) {
      throw new IllegalArgumentException(
          "Port " + controlPort + " for control is none: give 0 to 65535.");
    }
  }
}

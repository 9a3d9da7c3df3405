package io.twinbus.local.control;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.Map;

/**
 * What a control endpoint has in hand.
 *
 * @param regions by name
 */
public record ControlledStack(Map<String, ServiceBusEndpoint> regions, CosmosEndpoint ledger) {

  /** Ends every fault of every endpoint. */
  public void heal() {
    ledger.heal();
    regions.values().forEach(ServiceBusEndpoint::heal);
  }

  /** Ends every fault, and empties all entities and containers. */
  public void reset() {
    regions.values().forEach(ServiceBusEndpoint::reset);
    ledger.reset();
  }
}

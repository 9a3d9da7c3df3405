package io.twinbus.local.control;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.Map;

/**
 * What a control endpoint has in hand.
 *
 * @param regions by name
 */
public record ControlledStack(Map<String, ServiceBusEndpoint> regions, CosmosEndpoint ledger) {}

package io.twinbus.local.cosmos.store;

import java.util.Optional;

/**
 * What may change about a container while it lives. Immutable.
 *
 * @param throughput empty: it shares its database's
 * @param revision counts the changes; 0 for a new container
 */
public record ContainerState(
    ContainerDefinition definition, Optional<ProvisionedThroughput> throughput, int revision) {

  ContainerState with(ContainerDefinition next) {
    return new ContainerState(next, throughput, revision + 1);
  }

  ContainerState with(ProvisionedThroughput next) {
    return new ContainerState(definition, Optional.of(next), revision + 1);
  }
}

package io.twinbus.ops.servicebus;

import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.servicebus.EntityReader;
import io.twinbus.servicebus.EntityRoom;
import io.twinbus.servicebus.NamespaceReader;
import io.twinbus.servicebus.NamespaceTier;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.util.Optional;

/** Opens a region's queue for an operator. */
@FunctionalInterface
public interface QueueAccess {

  /** How long reading an entity's settings may take. */
  Duration FOR_ENTITY = Duration.ofSeconds(10);

  /** The queue of {@code entity} in {@code region}; connects when it is first asked something. */
  RegionQueue open(RegionSettings region, EntitySettings entity);

  /** How {@code entity} is set up in {@code region}. Blocks for 10 s at most. */
  default EntityReading describe(RegionSettings region, EntitySettings entity) {
    return new EntityReader(region, entity, FOR_ENTITY).read().toCompletableFuture().join();
  }

  /** How full {@code entity} is in {@code region}, where that is told. Blocks for 10 s at most. */
  default Optional<EntityRoom> room(RegionSettings region, EntitySettings entity) {
    return new EntityReader(region, entity, FOR_ENTITY).room().toCompletableFuture().join();
  }

  /**
   * Of which tier {@code region}'s namespace is, where that is told; an emulator's has none. Blocks
   * for 10 s at most.
   */
  default Optional<NamespaceTier> tier(RegionSettings region) {
    return RegionClients.isEmulator(region)
        ? Optional.empty()
        : new NamespaceReader(region, FOR_ENTITY).tier().toCompletableFuture().join();
  }

  /** The access to Service Bus. */
  static QueueAccess serviceBus() {
    return RegionQueue::new;
  }
}

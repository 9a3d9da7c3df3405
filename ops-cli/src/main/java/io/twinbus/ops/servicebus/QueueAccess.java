package io.twinbus.ops.servicebus;

import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;

/** Opens a region's queue for an operator. */
@FunctionalInterface
public interface QueueAccess {

  /** The queue of {@code entity} in {@code region}; connects when it is first asked something. */
  RegionQueue open(RegionSettings region, EntitySettings entity);

  /** How {@code entity} is set up in {@code region}. Blocks for seconds. */
  default EntityReading describe(RegionSettings region, EntitySettings entity) {
    return new RegionEntity(region, entity).read();
  }

  /** The access to Service Bus. */
  static QueueAccess serviceBus() {
    return RegionQueue::new;
  }
}

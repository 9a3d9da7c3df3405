package io.twinbus.sender.link;

import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;
import org.apiguardian.api.API;

/** Opens the links to the regions. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
@FunctionalInterface
public interface RegionLinks {

  /**
   * Opens a link to the entity in a region. The link connects when it is first used.
   *
   * @param region the region and how to reach it
   * @param entity the queue or topic
   * @param timeBudget how long the region may take to answer one batch
   */
  RegionLink open(RegionSettings region, EntitySettings entity, Duration timeBudget);
}

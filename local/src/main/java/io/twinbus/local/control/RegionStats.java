package io.twinbus.local.control;

import io.twinbus.local.servicebus.EntityCounts;
import java.util.List;

/** What the entities of one region hold. */
public record RegionStats(List<EntityCounts> entities) {}

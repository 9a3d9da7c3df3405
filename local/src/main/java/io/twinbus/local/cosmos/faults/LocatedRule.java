package io.twinbus.local.cosmos.faults;

import io.twinbus.local.faults.FaultPoint;
import org.jspecify.annotations.Nullable;

/** A rule and the partition that it is confined to; null: none. */
record LocatedRule(FaultRule rule, @Nullable String partition) {

  boolean fits(CosmosOperation operation, @Nullable String where, FaultPoint point) {
    return rule.point() == point
        && rule.operations().contains(operation)
        && (partition == null || partition.equals(where));
  }
}

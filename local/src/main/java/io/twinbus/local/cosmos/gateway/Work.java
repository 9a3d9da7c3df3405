package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import java.util.Optional;

/** What a request asks for: one thing of a kind, or the operations of a bulk request. */
record Work(CosmosOperation kind, Optional<BulkRun> bulk) {
  static Work of(CosmosOperation kind) {
    return new Work(kind, Optional.empty());
  }

  static Work of(BulkRun bulk) {
    return new Work(CosmosOperation.BATCH, Optional.of(bulk));
  }

  /** The same, to be done at another time by another thread. */
  Work again() {
    return new Work(kind, bulk.map(BulkRun::again));
  }
}

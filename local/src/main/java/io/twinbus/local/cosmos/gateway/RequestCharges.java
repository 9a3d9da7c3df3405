package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.store.ItemOutcome;

/**
 * Request units in the proportions that the service publishes.
 *
 * <p>A point read costs 1 for the first KB and 10 for 100 KB, twice that under strong consistency;
 * a create five times a read, a replace ten times. What was refused for a conflict or a stale
 * version is charged, too. The exact numbers of the service depend on indexing and are not
 * promised.
 */
final class RequestCharges {
  private static final double KILOBYTE = 1_024;
  private static final double PER_FURTHER_KILOBYTE = 9.0 / 99.0;
  private static final double REFUSED = 1.24;
  private static final double DELETION = 5.2;
  private static final double QUERY_BASE = 2.3;
  private static final double PER_DOCUMENT = 0.02;

  private final double readFactor;

  RequestCharges(Consistency consistency) {
    boolean readsTwoReplicas =
        consistency == Consistency.STRONG || consistency == Consistency.BOUNDED_STALENESS;
    this.readFactor = readsTwoReplicas ? 2 : 1;
  }

  double item(CosmosOperation operation, ItemOutcome outcome, int bytes) {
    if (!outcome.succeeded()) {
      return operation == CosmosOperation.READ ? readFactor : REFUSED;
    }
    double size = size(bytes);
    return switch (operation) {
      case CREATE, DELETE -> 5.2 * size;
      case REPLACE, PATCH -> 10.3 * size;
      case UPSERT -> (outcome == ItemOutcome.CREATED ? 5.2 : 10.3) * size;
      default -> readFactor * size;
    };
  }

  /** The charge of removing so many items with one request. */
  double deletions(int items) {
    return Math.max(1, items) * DELETION;
  }

  /** The charge of a page for which so many documents were loaded. */
  double query(long documents, long resultBytes) {
    return readFactor
        * (QUERY_BASE + PER_DOCUMENT * documents + resultBytes / KILOBYTE * PER_FURTHER_KILOBYTE);
  }

  private static double size(int bytes) {
    return 1 + Math.max(0, bytes / KILOBYTE - 1) * PER_FURTHER_KILOBYTE;
  }
}

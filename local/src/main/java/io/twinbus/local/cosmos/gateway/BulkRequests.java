package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import java.util.Optional;

/**
 * Bulk requests: up to 100 operations of any partitions, each for itself, in the order given.
 * Thread-safe.
 */
final class BulkRequests {
  private final BatchEntries entries;

  BulkRequests(RequestCharges charges) {
    this.entries = new BatchEntries(charges);
  }

  Reply reply(Request request, BulkRun run, Container container) {
    Optional<Reply> refusal = PartitionLayout.refusal(request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    boolean minimal = request.prefersMinimal();
    return run.carryOut(
        request.flag("x-ms-cosmos-batch-continue-on-error"),
        operation -> {
          boolean withContent = !operation.minimal() && !(minimal && operation.kind().isWrite());
          return entries.of(operation.kind(), operation.in(container), withContent);
        });
  }
}

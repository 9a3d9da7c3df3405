package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
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

  Reply reply(Request request, BulkRun run, Container container, RequestBudget budget) {
    Optional<Reply> refusal = PartitionLayout.refusal(request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    boolean minimal = request.prefersMinimal();
    return run.carryOut(
        request.flag("x-ms-cosmos-batch-continue-on-error"),
        operation -> {
          long waitMillis = budget.waitMillis();
          if (waitMillis > 0) {
            return BatchEntries.throttled(waitMillis);
          }
          boolean withContent = !operation.minimal() && !(minimal && operation.kind().isWrite());
          ObjectNode entry = entries.of(operation.kind(), operation.in(container), withContent);
          budget.spend(BatchEntries.charge(entry));
          return entry;
        });
  }
}

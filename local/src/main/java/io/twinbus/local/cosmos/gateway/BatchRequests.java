package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.util.List;

/** Transactional batches: up to 100 operations of one partition, all or none. Thread-safe. */
final class BatchRequests {
  private final BatchEntries entries;

  BatchRequests(RequestCharges charges) {
    this.entries = new BatchEntries(charges);
  }

  Reply reply(Request request, Container container, PartitionKey partition) {
    List<BatchStep> steps =
        BatchStep.sources(request.body()).stream().map(BatchStep::read).toList();
    List<ItemResult> results =
        container.batch(partition, steps.stream().map(BatchStep::operation).toList());
    ItemResult last = results.get(results.size() - 1);
    boolean failed = !last.outcome().succeeded();
    ArrayNode body = JsonNodeFactory.instance.arrayNode();
    double charge = 0;
    for (int i = 0; i < steps.size(); i++) {
      boolean undone = failed && i != results.size() - 1;
      ObjectNode entry =
          undone
              ? BatchEntries.undone()
              : entries.of(steps.get(i).kind(), results.get(i), /* withContent= */ true);
      charge += BatchEntries.charge(entry);
      body.add(entry);
    }
    return Reply.of(failed ? 207 : 200, body).charged(charge);
  }
}

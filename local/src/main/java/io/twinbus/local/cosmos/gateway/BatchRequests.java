package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import io.twinbus.local.cosmos.store.PatchDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Transactional batches: up to 100 operations of one partition, all or none. Thread-safe. */
final class BatchRequests {
  private static final int MAX_OPERATIONS = 100;
  private static final int MAX_BYTES = 2 * 1_024 * 1_024;
  private static final int FAILED_DEPENDENCY = 424;

  private final RequestCharges charges;

  BatchRequests(RequestCharges charges) {
    this.charges = charges;
  }

  Reply reply(Request request, Container container, PartitionKey partition) {
    if (request.body().length() > MAX_BYTES) {
      return Reply.error(413, "A batch is at most " + MAX_BYTES + " bytes.");
    }
    List<Step> steps = new ArrayList<>();
    Json.read(request.body()).forEach(source -> steps.add(step(source)));
    if (steps.isEmpty() || steps.size() > MAX_OPERATIONS) {
      throw new BadRequestException(
          "A batch has 1 to " + MAX_OPERATIONS + " operations, not " + steps.size() + ".");
    }
    List<ItemResult> results =
        container.batch(partition, steps.stream().map(Step::operation).toList());
    ItemResult last = results.get(results.size() - 1);
    boolean failed = !last.outcome().succeeded();
    ArrayNode body = JsonNodeFactory.instance.arrayNode();
    double charge = 0;
    for (int i = 0; i < steps.size(); i++) {
      boolean undone = failed && i != results.size() - 1;
      ObjectNode entry = undone ? undone() : entry(steps.get(i), results.get(i));
      charge += entry.path("requestCharge").asDouble();
      body.add(entry);
    }
    return Reply.of(failed ? 207 : 200, body).charged(charge);
  }

  private ObjectNode entry(Step step, ItemResult result) {
    Item item = result.item();
    int bytes = item == null ? 0 : item.bytes();
    ObjectNode entry =
        Json.object()
            .put("statusCode", ItemStatus.of(result.outcome()))
            .put("requestCharge", charges.item(step.kind(), result.outcome(), bytes));
    int substatus = ItemStatus.substatus(result.outcome());
    if (substatus != 0) {
      entry.put("subStatusCode", substatus);
    }
    if (item != null) {
      entry.put("eTag", item.etag());
      if (step.kind() != CosmosOperation.DELETE) {
        entry.set("resourceBody", item.document());
      }
    }
    return entry;
  }

  private static ObjectNode undone() {
    return Json.object().put("statusCode", FAILED_DEPENDENCY).put("requestCharge", 0);
  }

  private static Step step(JsonNode source) {
    String type = source.path("operationType").asText("").toUpperCase(Locale.ROOT);
    String id = source.path("id").asText("");
    String ifMatch = text(source.path("ifMatch"));
    return switch (type) {
      case "CREATE" -> new Step(CosmosOperation.CREATE, new Operation.Create(content(source)));
      case "UPSERT" ->
          new Step(CosmosOperation.UPSERT, new Operation.Upsert(content(source), ifMatch));
      case "REPLACE" ->
          new Step(CosmosOperation.REPLACE, new Operation.Replace(id, content(source), ifMatch));
      case "DELETE" -> new Step(CosmosOperation.DELETE, new Operation.Delete(id, ifMatch));
      case "READ" ->
          new Step(CosmosOperation.READ, new Operation.Read(id, text(source.path("ifNoneMatch"))));
      case "PATCH" ->
          new Step(
              CosmosOperation.PATCH,
              new Operation.Patch(id, PatchDocument.parse(source.path("resourceBody")), ifMatch));
      default -> throw new BadRequestException("'" + type + "' is no operation of a batch.");
    };
  }

  private static @Nullable String text(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }

  private static ObjectNode content(JsonNode source) {
    if (source.path("resourceBody") instanceof ObjectNode content) {
      return content;
    }
    throw new BadRequestException("An operation of the batch has no resourceBody.");
  }

  private record Step(CosmosOperation kind, Operation operation) {}
}

package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import io.twinbus.local.cosmos.store.PatchDocument;
import java.time.InstantSource;

/** Requests about the items of a container. Thread-safe. */
final class ItemRequests {
  private final RequestCharges charges;
  private final QueryRequests queries;
  private final ChangeFeedRequests changes;
  private final BatchRequests batches;
  private final BulkRequests bulks;

  ItemRequests(RequestCharges charges, InstantSource clock) {
    this.charges = charges;
    this.queries = new QueryRequests(charges, clock);
    this.changes = new ChangeFeedRequests(charges);
    this.batches = new BatchRequests(charges);
    this.bulks = new BulkRequests(charges);
  }

  /** Carries a request out; what it costs is taken from the budget. */
  Reply reply(Request request, Work work, Container container, RequestBudget budget) {
    return work.bulk()
        .map(run -> bulks.reply(request, run, container, budget))
        .orElseGet(
            () -> {
              Reply reply = reply(request, work.kind(), container);
              budget.spend(reply.charge());
              return reply;
            });
  }

  private Reply reply(Request request, CosmosOperation operation, Container container) {
    NotEmulated.TRIGGERS.refuseWhere(
        request.header("x-ms-documentdb-pre-trigger-include") != null
            || request.header("x-ms-documentdb-post-trigger-include") != null);
    if (RequestKind.isPartitionDelete(request)) {
      int deleted = container.clear(partition(request));
      return Reply.empty(200).charged(charges.deletions(deleted));
    }
    return switch (operation) {
      case QUERY ->
          ChangeFeedRequests.isAskedFor(request)
              ? changes.reply(request, container)
              : queries.reply(request, container);
      case BATCH -> batches.reply(request, container, partition(request));
      case METADATA -> queries.plan(request);
      default -> item(request, operation, container);
    };
  }

  static PartitionKey partition(Request request) {
    String header = request.header("x-ms-documentdb-partitionkey");
    if (header == null) {
      throw new BadRequestException("The request names no partition key.");
    }
    return PartitionKey.parse(header);
  }

  private Reply item(Request request, CosmosOperation kind, Container container) {
    ItemResult result = container.apply(partition(request), operation(request, kind, container));
    Item item = result.item();
    double charge = charges.item(kind, result.outcome(), item == null ? 0 : item.bytes());
    int status = ItemStatus.of(result.outcome());
    if (item == null) {
      int substatus = ItemStatus.substatus(result.outcome());
      Reply error = Reply.error(status, result.message()).charged(charge);
      return substatus == 0 ? error : error.with("x-ms-substatus", Integer.toString(substatus));
    }
    boolean minimal = request.prefersMinimal() && kind.isWrite();
    boolean bodiless = minimal || status == 204 || status == 304;
    Reply reply = bodiless ? Reply.empty(status) : Reply.of(status, item.document());
    return reply.charged(charge).with("etag", item.etag());
  }

  private static Operation operation(Request request, CosmosOperation kind, Container container) {
    String ifMatch = request.header("if-match");
    return switch (kind) {
      case CREATE -> new Operation.Create(Json.readObject(request.body()));
      case UPSERT -> new Operation.Upsert(Json.readObject(request.body()), ifMatch);
      case READ -> new Operation.Read(id(request, container), request.header("if-none-match"));
      case REPLACE ->
          new Operation.Replace(id(request, container), Json.readObject(request.body()), ifMatch);
      case DELETE -> new Operation.Delete(id(request, container), ifMatch);
      case PATCH ->
          new Operation.Patch(
              id(request, container), PatchDocument.parse(Json.read(request.body())), ifMatch);
      default -> throw new BadRequestException(request.verb() + " is not served for items.");
    };
  }

  /** The name of the item, also where the client asks by a self link, which has resource ids. */
  private static String id(Request request, Container container) {
    String last = request.path().get(5);
    boolean selfLink = request.path().get(3).equals(container.resourceId());
    return selfLink ? container.itemId(last) : last;
  }
}

package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.sql.SqlException;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import io.twinbus.local.cosmos.store.PatchException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a bulk request, with the partition that it names itself. Immutable.
 *
 * @param partition null: it names none that can be read
 * @param operation null: it cannot be read
 * @param minimal whether its client wants no content back
 */
record BulkOperation(
    CosmosOperation kind,
    @Nullable PartitionKey partition,
    @Nullable Operation operation,
    boolean minimal) {

  /** The operations of a request's body. */
  static List<BulkOperation> all(Content body) {
    return BatchStep.sources(body).stream().map(BulkOperation::read).toList();
  }

  private static BulkOperation read(JsonNode source) {
    CosmosOperation kind = BatchStep.kind(source);
    boolean minimal = source.path("minimalReturnPreference").asBoolean() && kind.isWrite();
    return new BulkOperation(kind, partitionOf(source), operationOf(source), minimal);
  }

  /** The first value of its partition key; null if it names none that can be read. */
  @Nullable String where() {
    return partition == null ? null : partition.first();
  }

  /** Does it; whatever is wrong with it is a result, so that the others go their way. */
  ItemResult in(Container container) {
    if (partition == null || operation == null) {
      return bad(
          partition == null
              ? "The operation names no partition key."
              : "The operation cannot be read.");
    }
    try {
      return container.apply(partition, operation);
    } catch (SqlException | PatchException | IllegalArgumentException e) {
      return bad(String.valueOf(e.getMessage()));
    }
  }

  private static ItemResult bad(String message) {
    return new ItemResult(ItemOutcome.BAD_REQUEST, null, message);
  }

  private static @Nullable PartitionKey partitionOf(JsonNode source) {
    try {
      return PartitionKey.parse(source.path("partitionKey").asText(""));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Operation operationOf(JsonNode source) {
    try {
      return BatchStep.read(source).operation();
    } catch (BadRequestException | SqlException | PatchException | IllegalArgumentException e) {
      return null;
    }
  }
}

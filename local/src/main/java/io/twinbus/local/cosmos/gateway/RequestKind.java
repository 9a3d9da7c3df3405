package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells what a request does from its verb, path and headers. */
final class RequestKind {
  private RequestKind() {}

  static CosmosOperation of(Request request) {
    if (isPartitionDelete(request)) {
      return CosmosOperation.DELETE;
    }
    boolean items = request.path().size() >= 5 && request.path().get(4).equals("docs");
    if (!items) {
      return CosmosOperation.METADATA;
    }
    return request.path().size() == 5 ? feed(request) : item(request.verb());
  }

  /** The container that a request names; empty: none. */
  static String container(Request request) {
    return request.path().size() >= 5 ? request.path().get(3) : "";
  }

  /** Whether a request may change items, containers or databases. */
  static boolean changes(Request request, CosmosOperation operation) {
    boolean metadata =
        operation == CosmosOperation.METADATA
            && !request.is("GET")
            && !isQueryPlan(request)
            && !QueryRequest.isAskedFor(request);
    return operation.isWrite() || metadata;
  }

  static boolean isQueryPlan(Request request) {
    return request.flag("x-ms-cosmos-is-query-plan-request");
  }

  /** Whether a request removes all items of a partition. */
  static boolean isPartitionDelete(Request request) {
    List<String> path = request.path();
    return path.size() == 6
        && path.get(4).equals("operations")
        && path.get(5).equals("partitionkeydelete");
  }

  /**
   * The first value of the partition key that a request names; null if it names none that can be
   * read.
   */
  static @Nullable String partition(Request request) {
    String header = request.header("x-ms-documentdb-partitionkey");
    if (header == null) {
      return null;
    }
    try {
      return PartitionKey.parse(header).first();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static CosmosOperation feed(Request request) {
    if (isQueryPlan(request)) {
      return CosmosOperation.METADATA;
    }
    if (request.is("GET") || QueryRequest.isAskedFor(request)) {
      return CosmosOperation.QUERY;
    }
    if (request.flag("x-ms-cosmos-is-batch-request")) {
      return CosmosOperation.BATCH;
    }
    return request.flag("x-ms-documentdb-is-upsert")
        ? CosmosOperation.UPSERT
        : CosmosOperation.CREATE;
  }

  private static CosmosOperation item(String verb) {
    return switch (verb) {
      case "GET" -> CosmosOperation.READ;
      case "PUT" -> CosmosOperation.REPLACE;
      case "DELETE" -> CosmosOperation.DELETE;
      case "PATCH" -> CosmosOperation.PATCH;
      default -> CosmosOperation.METADATA;
    };
  }
}

package io.twinbus.local.integration;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBulkItemRequestOptions;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Operations of several sessions that share a request. */
final class Bulk {
  private Bulk() {}

  static CosmosItemOperation create(String session) {
    return CosmosBulkOperations.getCreateItemOperation(Doc.of(session, 1), Doc.key(session));
  }

  static CosmosItemOperation read(String session) {
    return CosmosBulkOperations.getReadItemOperation(session, Doc.key(session));
  }

  static CosmosItemOperation delete(String session) {
    return CosmosBulkOperations.getDeleteItemOperation(session, Doc.key(session));
  }

  static CosmosItemOperation replace(String session, int value, String etag) {
    return CosmosBulkOperations.getReplaceItemOperation(
        session,
        Doc.of(session, value),
        Doc.key(session),
        new CosmosBulkItemRequestOptions().setIfMatchETag(etag));
  }

  /** How each ended, by session. */
  static Map<String, Integer> statuses(
      CosmosContainer items, List<CosmosItemOperation> operations) {
    Map<String, Integer> statuses = new TreeMap<>();
    for (CosmosBulkOperationResponse<Object> each : items.executeBulkOperations(operations)) {
      statuses.put(session(each.getOperation()), status(each));
    }
    return statuses;
  }

  private static String session(CosmosItemOperation operation) {
    String id = operation.getId();
    return id == null ? operation.<ObjectNode>getItem().path("id").asText() : id;
  }

  private static int status(CosmosBulkOperationResponse<Object> outcome) {
    CosmosBulkItemResponse response = outcome.getResponse();
    if (response != null) {
      return response.getStatusCode();
    }
    if (outcome.getException() instanceof CosmosException failure) {
      return failure.getStatusCode();
    }
    throw new IllegalStateException("An operation ended without status", outcome.getException());
  }
}

package io.twinbus.local.conformance.cosmos;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;

/** The documents of the rules, and what is asked of them. */
final class Documents {
  private Documents() {}

  /** A document that is alone in its partition. */
  static ObjectNode document(String session) {
    return document(session, session);
  }

  static ObjectNode document(String session, String id) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("session", session);
  }

  /** A document whose JSON is about so large. */
  static ObjectNode ofSize(String session, int bytes) {
    return document(session).put("filling", "x".repeat(bytes - 60));
  }

  static PartitionKey key(String session) {
    return new PartitionKey(session);
  }

  static CosmosItemRequestOptions ifMatch(String etag) {
    return new CosmosItemRequestOptions().setIfMatchETag(etag);
  }

  static ObjectNode read(CosmosContainer items, String session) {
    return items.readItem(session, key(session), ObjectNode.class).getItem();
  }

  static boolean exists(CosmosContainer items, String session, String id) {
    try {
      return items.readItem(id, key(session), ObjectNode.class).getStatusCode() == 200;
    } catch (CosmosException e) {
      if (e.getStatusCode() == 404) {
        return false;
      }
      throw e;
    }
  }

  /** All results of a query over all partitions. */
  static List<JsonNode> query(CosmosContainer items, String query) {
    return items.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .toList();
  }

  /** What a query over all partitions costs. */
  static double charge(CosmosContainer items, String query) {
    double charge = 0;
    for (var page :
        items.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).iterableByPage()) {
      charge += page.getRequestCharge();
    }
    return charge;
  }

  /** How the service refuses a call. */
  static CosmosException refusal(Runnable call) {
    return Objects.requireNonNull(
        Assertions.catchThrowableOfType(CosmosException.class, call::run), "it is refused");
  }
}

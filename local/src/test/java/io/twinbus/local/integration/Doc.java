package io.twinbus.local.integration;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Documents as the tests write and read them: a session is both partition and id. */
final class Doc {
  private Doc() {}

  static ObjectNode of(String session, int value) {
    return of(session, session, value);
  }

  static ObjectNode of(String session, String id, int value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("session", session)
        .put("value", value);
  }

  /** The value of the document that is there. */
  static int value(CosmosContainer items, String session) {
    return items.readItem(session, key(session), ObjectNode.class).getItem().path("value").asInt();
  }

  static PartitionKey key(String session) {
    return new PartitionKey(session);
  }
}

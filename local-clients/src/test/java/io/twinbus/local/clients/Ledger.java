package io.twinbus.local.clients;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An application's client of Cosmos DB, with session consistency, and a database of its own. */
final class Ledger implements AutoCloseable {
  private final CosmosClient client;
  private final CosmosDatabase database;

  Ledger(String name) {
    client =
        new CosmosClientBuilder()
            .endpoint(LocalProcess.shared().endpoint())
            .key(LocalProcess.shared().key())
            .gatewayMode()
            .consistencyLevel(ConsistencyLevel.SESSION)
            .contentResponseOnWriteEnabled(true)
            .buildClient();
    database = database(name);
  }

  CosmosClient client() {
    return client;
  }

  CosmosDatabase database() {
    return database;
  }

  CosmosDatabase database(String name) {
    client.createDatabaseIfNotExists(name);
    return client.getDatabase(name);
  }

  CosmosContainer container(String name) {
    return container(new CosmosContainerProperties(name, "/session"));
  }

  CosmosContainer container(CosmosContainerProperties definition) {
    database.createContainer(definition);
    return database.getContainer(definition.getId());
  }

  static ObjectNode item(String session, String id, int value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("session", session)
        .put("value", value);
  }

  static PartitionKey key(String session) {
    return new PartitionKey(session);
  }

  @Override
  public void close() {
    database.delete();
    client.close();
  }
}

package io.twinbus.proving.killtest;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.rehearsal.stack.Endpoints;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The documents of a test, as the SDK shows them. */
final class Documents {
  /** What the name of a document's value begins with. */
  static final String PREFIX = "document ";

  private static final String DATABASE = "kill-test";
  private static final int CONFLICT = 409;
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private Documents() {}

  static CosmosClient client(Endpoints stack) {
    return new CosmosClientBuilder()
        .endpoint(stack.ledger().toString())
        .key(stack.ledgerKey().reveal())
        .gatewayMode()
        .contentResponseOnWriteEnabled(false)
        .endToEndOperationLatencyPolicyConfig(
            new CosmosEndToEndOperationLatencyPolicyConfigBuilder(PATIENCE).build())
        .buildClient();
  }

  static CosmosContainer container(CosmosClient client) {
    unlessThere(() -> client.createDatabaseIfNotExists(DATABASE));
    CosmosDatabase database = client.getDatabase(DATABASE);
    unlessThere(() -> database.createContainerIfNotExists("docs", "/partition"));
    return database.getContainer("docs");
  }

  /** The SDK looks first and creates then: of two workers that begin together one meets 409. */
  private static void unlessThere(Runnable create) {
    try {
      create.run();
    } catch (CosmosException e) {
      if (e.getStatusCode() != CONFLICT) {
        throw e;
      }
    }
  }

  /** What is compared of a document: what was written, and the ETag that the write was told. */
  static String value(int version, String etag) {
    return "version " + version + " " + etag;
  }

  /** The values of all documents by name. */
  static Map<String, String> all(Endpoints stack) {
    Map<String, String> found = new TreeMap<>();
    try (CosmosClient client = client(stack)) {
      for (ObjectNode document :
          container(client)
              .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)) {
        found.put(
            PREFIX + document.path("id").asText(),
            value(document.path("version").asInt(), document.path("_etag").asText()));
      }
    }
    return found;
  }
}

package io.twinbus.ledger.integration;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.local.cosmos.CosmosEndpoint;
import java.util.List;

/** The SDK's own client of a local account: writes what no ledger writes, and looks behind it. */
final class BareClient implements AutoCloseable {

  private static final int MOST_IN_A_BATCH = 100;

  private final CosmosClient client;
  private final LedgerSettings.Place place;

  private BareClient(CosmosClient client, LedgerSettings.Place place) {
    this.client = client;
    this.place = place;
  }

  /** A client of an account that a ledger has been opened on, which lets the SDK speak http. */
  static BareClient of(CosmosEndpoint endpoint) {
    LedgerSettings settings = LocalAccount.settings(endpoint);
    return new BareClient(
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient(),
        settings.place());
  }

  CosmosContainer sessions() {
    return client.getDatabase(place.database()).getContainer(place.sessions());
  }

  CosmosContainer leases() {
    return client.getDatabase(place.database()).getContainer(place.leases());
  }

  CosmosContainer audit() {
    return client.getDatabase(place.database()).getContainer(place.audit());
  }

  /** Creates many documents of one partition with few requests. */
  static void createAll(CosmosContainer container, String partition, List<ObjectNode> documents) {
    for (int from = 0; from < documents.size(); from += MOST_IN_A_BATCH) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(partition));
      documents
          .subList(from, Math.min(documents.size(), from + MOST_IN_A_BATCH))
          .forEach(batch::createItemOperation);
      if (!container.executeCosmosBatch(batch).isSuccessStatusCode()) {
        throw new AssertionError("The account has not taken the documents.");
      }
    }
  }

  static void create(CosmosContainer container, ObjectNode document) {
    container.createItem(
        document,
        new PartitionKey(document.path("pk").textValue()),
        new CosmosItemRequestOptions());
  }

  static List<ObjectNode> all(CosmosContainer container, String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), ObjectNode.class).stream()
        .toList();
  }

  @Override
  public void close() {
    client.close();
  }
}

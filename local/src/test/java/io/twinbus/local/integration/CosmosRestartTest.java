package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.storage.Changes;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectory.Durability;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.local.storage.KeptMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of documents a data directory carries over a restart. */
class CosmosRestartTest {
  private static final PartitionKey A = new PartitionKey("a");

  @TempDir private Path directory;

  @Test
  void documentsAndTheirVersionsAreThereAfterARestart() {
    // Given
    String resourceId;
    CosmosItemResponse<ObjectNode> kept;
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");
      resourceId = items.read().getProperties().getResourceId();
      kept = items.createItem(Doc.of("a", "one", 1));
      items.createItem(Doc.of("a", "two", 2));
      items.createItem(Doc.of("b", "three", 3));
      items.deleteItem("two", A, new CosmosItemRequestOptions());
      account.container("gone").createItem(Doc.of("a", "four", 4));
      account.database.getContainer("gone").delete();
    }

    // When
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");
      CosmosItemResponse<ObjectNode> read = items.readItem("one", A, ObjectNode.class);

      // Then
      assertThat(items.read().getProperties().getResourceId()).isEqualTo(resourceId);
      assertThat(read.getETag()).isEqualTo(kept.getETag());
      assertThat(read.getItem()).isEqualTo(kept.getItem());
      assertThat(count(items)).isEqualTo(2);
      assertThat(count(account.container("gone"))).isZero();
      CosmosItemRequestOptions ifMatch =
          new CosmosItemRequestOptions().setIfMatchETag(kept.getETag());
      String next = items.replaceItem(Doc.of("a", "one", 1), "one", A, ifMatch).getETag();
      assertThat(next).isNotEqualTo(kept.getETag());
      assertThatThrownBy(() -> items.replaceItem(Doc.of("a", "one", 1), "one", A, ifMatch))
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(412));
    }
  }

  @Test
  void aChangedContainerAndThePlaceInItsChangeFeedAreThereAfterARestart() {
    // Given
    String seen;
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");
      items.replace(items.read().getProperties().setDefaultTimeToLiveInSeconds(600));
      items.replaceThroughput(ThroughputProperties.createManualThroughput(1_000));
      items.createItem(Doc.of("a", "one", 1));
      seen =
          changes(
                  items,
                  CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                      FeedRange.forFullRange()))
              .getContinuationToken();
      items.createItem(Doc.of("a", "two", 2));
    }

    // When
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");
      items.createItem(Doc.of("a", "three", 3));

      // Then
      assertThat(items.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(600);
      assertThat(items.readThroughput().getProperties().getManualThroughput()).isEqualTo(1_000);
      assertThat(
              changes(
                      items,
                      CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(seen))
                  .getResults())
          .extracting(item -> item.path("id").asText())
          .containsExactly("two", "three");
    }
  }

  @Test
  void containersOfOneNumberAreRefusedInASentence() {
    // Given
    try (DataDirectory data = open();
        Account account = account(data)) {
      account.container("items");
    }
    try (DataDirectory data = open()) {
      KeptMap containers = data.map("ledger/containers");
      byte[] container =
          Objects.requireNonNull(data.take(containers).get("twinbus/items"), "it was made");
      Changes group = new Changes();
      group.put(containers, "other/things", container);
      data.write(group);
    }

    // When, Then
    try (DataDirectory data = open()) {
      assertThatThrownBy(() -> account(data))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageMatching(
              "The data directory .* gave the containers .* the same number: name an empty"
                  + " directory\\.");
    }
  }

  private static FeedResponse<JsonNode> changes(
      CosmosContainer items, CosmosChangeFeedRequestOptions options) {
    return items.queryChangeFeed(options, JsonNode.class).iterableByPage().iterator().next();
  }

  @Test
  void theWritesOfABulkAreThereAfterARestart() {
    // Given
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");
      String first = items.createItem(Doc.of("a", 1)).getETag();
      items.createItem(Doc.of("b", 1));
      items.createItem(Doc.of("c", 1));
      Bulk.statuses(
          items,
          List.of(
              Bulk.replace("a", 2, first),
              Bulk.replace("b", 2, "stale"),
              Bulk.delete("c"),
              Bulk.create("d")));
    }

    // When
    try (DataDirectory data = open();
        Account account = account(data)) {
      CosmosContainer items = account.container("items");

      // Then
      assertThat(Doc.value(items, "a")).isEqualTo(2);
      assertThat(Doc.value(items, "b")).isEqualTo(1);
      assertThat(Doc.value(items, "d")).isEqualTo(1);
      assertThat(count(items)).isEqualTo(3);
    }
  }

  private static long count(CosmosContainer container) {
    return container
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
        .stream()
        .count();
  }

  private DataDirectory open() {
    return DataDirectory.open(directory, Durability.PROCESS_KILL);
  }

  private static Account account(DataDirectory data) {
    return new Account(CosmosEndpoint.start(CosmosEndpointOptions.defaults(), data));
  }
}

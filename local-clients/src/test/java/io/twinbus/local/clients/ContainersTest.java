package io.twinbus.local.clients;

import static io.twinbus.local.clients.Ledger.item;
import static io.twinbus.local.clients.Ledger.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainersTest {
  private final Ledger ledger = new Ledger("containers-test");

  @AfterAll
  void close() {
    ledger.close();
  }

  @Test
  void theChangeFeedGivesLatestVersionsAndThenWhatWasWrittenSince() {
    CosmosContainer items = ledger.container("feed");
    items.createItem(item("s", "a", 1));
    items.createItem(item("t", "b", 1));
    items.upsertItem(item("s", "a", 2));

    Read first =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange()));
    items.createItem(item("s", "c", 1));
    Read next =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(
                first.continuation()));

    assertThat(first.ids()).containsExactly("b", "a");
    assertThat(next.ids()).containsExactly("c");
  }

  @Test
  void theSessionOfOneContainerIsNotTakenForThatOfAnotherDatabases() {
    CosmosContainer busy = ledger.container("same");
    ledger.database("containers-test-2").createContainerIfNotExists("same", "/session");
    CosmosContainer quiet = ledger.client().getDatabase("containers-test-2").getContainer("same");
    quiet.createItem(item("s", "a", 7));
    for (int n = 0; n < 10; n++) {
      busy.createItem(item("s", "i" + n, n));
    }

    int missesBefore = LocalProcess.shared().answers("read", 404);
    assertThat(quiet.readItem("a", key("s"), ObjectNode.class).getItem().path("value").asInt())
        .isEqualTo(7);
    // The SDK asks again without a token: only the stack sees that it was refused first.
    assertThat(LocalProcess.shared().answers("read", 404)).isEqualTo(missesBefore);
  }

  @Test
  void aUniqueKeyHoldsInItsPartition() {
    CosmosContainer people =
        ledger.container(
            new CosmosContainerProperties("people", "/session")
                .setUniqueKeyPolicy(
                    new UniqueKeyPolicy()
                        .setUniqueKeys(List.of(new UniqueKey(List.of("/value"))))));
    people.createItem(item("s", "a", 1));
    people.createItem(item("t", "b", 1));

    assertThatThrownBy(() -> people.createItem(item("s", "b", 1)))
        .isInstanceOfSatisfying(
            CosmosException.class, refused -> assertThat(refused.getStatusCode()).isEqualTo(409));
  }

  @Test
  void definitionsAreFoundReplacedAndGivenThroughput() {
    CosmosContainer items = ledger.container("changed");

    assertThat(
            ledger.client().queryDatabases("SELECT * FROM c WHERE c.id = 'containers-test'", null))
        .extracting(CosmosDatabaseProperties::getId)
        .containsExactly("containers-test");
    assertThat(ledger.database().queryContainers("SELECT * FROM c WHERE c.id = 'changed'", null))
        .extracting(CosmosContainerProperties::getId)
        .containsExactly("changed");
    items.replace(items.read().getProperties().setDefaultTimeToLiveInSeconds(900));
    assertThat(items.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(900);
    items.replaceThroughput(ThroughputProperties.createManualThroughput(1_200));
    assertThat(items.readThroughput().getProperties().getManualThroughput()).isEqualTo(1_200);
  }

  @Test
  void aPartitionIsDeletedAndAStoredProcedureRefused() {
    CosmosContainer items = ledger.container("emptied");
    items.createItem(item("s", "a", 1));
    items.createItem(item("t", "b", 1));

    items.deleteAllItemsByPartitionKey(key("s"), null);

    assertThat(items.readAllItems(key("s"), JsonNode.class)).isEmpty();
    assertThat(items.readAllItems(key("t"), JsonNode.class)).hasSize(1);
    assertThatThrownBy(
            () ->
                items
                    .getScripts()
                    .createStoredProcedure(
                        new CosmosStoredProcedureProperties("p", "function () {}")))
        .hasMessageContaining("Stored procedures are not emulated");
  }

  private record Read(List<String> ids, String continuation) {}

  /** Reads until nothing is new, in pages that are bounded. */
  private static Read read(CosmosContainer items, CosmosChangeFeedRequestOptions options) {
    List<String> ids = new ArrayList<>();
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        items.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      page.getResults().forEach(item -> ids.add(item.path("id").asText()));
      continuation = page.getContinuationToken();
    }
    return new Read(ids, continuation);
  }
}

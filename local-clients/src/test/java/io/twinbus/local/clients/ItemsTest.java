package io.twinbus.local.clients;

import static io.twinbus.local.clients.Ledger.item;
import static io.twinbus.local.clients.Ledger.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ItemsTest {
  private final Ledger ledger = new Ledger("items-test");

  private CosmosContainer items = ledger.container("first");

  @BeforeAll
  static void onlyOverTls() {
    assertThat(LocalProcess.shared().endpoint()).startsWith("https://");
  }

  @BeforeEach
  void newContainer(TestInfo test) {
    items = ledger.container(test.getTestMethod().orElseThrow().getName());
  }

  @AfterAll
  void close() {
    ledger.close();
  }

  @Test
  void anItemIsCreatedReadReplacedAndDeleted() {
    assertThat(items.createItem(item("s", "a", 1)).getStatusCode()).isEqualTo(201);
    CosmosItemResponse<ObjectNode> read = items.readItem("a", key("s"), ObjectNode.class);
    assertThat(read.getItem().path("value").asInt()).isEqualTo(1);
    assertThat(items.upsertItem(item("s", "a", 2)).getStatusCode()).isEqualTo(200);
    assertThat(items.deleteItem("a", key("s"), null).getStatusCode()).isEqualTo(204);
    assertThat(status(() -> items.readItem("a", key("s"), ObjectNode.class))).isEqualTo(404);
  }

  @Test
  void conflictsAndStaleVersionsAreRefused() {
    String etag = items.createItem(item("s", "a", 1)).getETag();
    CosmosItemRequestOptions ifMatch = new CosmosItemRequestOptions().setIfMatchETag(etag);

    assertThat(status(() -> items.createItem(item("s", "a", 1)))).isEqualTo(409);
    items.replaceItem(item("s", "a", 2), "a", key("s"), ifMatch);
    assertThat(status(() -> items.replaceItem(item("s", "a", 3), "a", key("s"), ifMatch)))
        .isEqualTo(412);
  }

  @Test
  void aPatchChangesWhatItNames() {
    items.createItem(item("s", "a", 1));

    ObjectNode patched =
        items
            .patchItem(
                "a",
                key("s"),
                CosmosPatchOperations.create().increment("/value", 4).add("/state", "done"),
                ObjectNode.class)
            .getItem();

    assertThat(patched.path("value").asInt()).isEqualTo(5);
    assertThat(patched.path("state").asText()).isEqualTo("done");
  }

  @Test
  void aBatchIsDoneAsAWholeOrNotAtAll() {
    CosmosBatch good = CosmosBatch.createCosmosBatch(key("s"));
    good.createItemOperation(item("s", "a", 1));
    good.createItemOperation(item("s", "b", 1));
    CosmosBatch bad = CosmosBatch.createCosmosBatch(key("s"));
    bad.createItemOperation(item("s", "c", 1));
    bad.createItemOperation(item("s", "a", 1));

    assertThat(items.executeCosmosBatch(good).isSuccessStatusCode()).isTrue();
    CosmosBatchResponse refused = items.executeCosmosBatch(bad);

    assertThat(refused.getResults())
        .extracting(result -> result.getStatusCode())
        .containsExactly(424, 409);
    assertThat(status(() -> items.readItem("c", key("s"), ObjectNode.class))).isEqualTo(404);
  }

  @Test
  void aBulkDoesEachOperationForItself() {
    items.createItem(item("s1", "taken", 1));
    List<CosmosItemOperation> operations =
        IntStream.range(0, 150)
            .mapToObj(
                n ->
                    CosmosBulkOperations.getCreateItemOperation(
                        item("s" + n % 3, n == 1 ? "taken" : "i" + n, n), key("s" + n % 3)))
            .toList();

    List<Integer> statuses =
        StreamSupport.stream(items.executeBulkOperations(operations).spliterator(), false)
            .map(answer -> Objects.requireNonNull(answer.getResponse()).getStatusCode())
            .toList();

    assertThat(statuses).hasSize(150).contains(409);
    assertThat(statuses).filteredOn(status -> status == 201).hasSize(149);
  }

  private static int status(Runnable call) {
    return Objects.requireNonNull(
            catchThrowableOfType(CosmosException.class, call::run), "it is refused")
        .getStatusCode();
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CosmosItemsTest {
  private static Account account;
  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    account = Account.calm();
    items = account.container("items");
  }

  @AfterAll
  static void stop() {
    account.close();
  }

  @Test
  void createGives201AndAnEtag() {
    CosmosItemResponse<ObjectNode> created =
        items.createItem(Doc.of("create", 1), Doc.key("create"), null);

    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getETag()).startsWith("\"").endsWith("\"");
    assertThat(created.getItem().path("_etag").asText()).isEqualTo(created.getETag());
    assertThat(created.getItem().path("_ts").isIntegralNumber()).isTrue();
    assertThat(created.getRequestCharge()).isBetween(4.0, 6.0);
  }

  @Test
  void creatingAnExistingItemIsAConflict() {
    items.createItem(Doc.of("twice", 1), Doc.key("twice"), null);

    CosmosException refused =
        refusal(() -> items.createItem(Doc.of("twice", 2), Doc.key("twice"), null));

    assertThat(refused.getStatusCode()).isEqualTo(409);
    assertThat(refused.getRequestCharge()).isPositive();
    assertThat(Doc.value(items, "twice")).isEqualTo(1);
  }

  @Test
  void readGivesTheItemOr304Or404() {
    String etag = items.createItem(Doc.of("read", 7), Doc.key("read"), null).getETag();

    CosmosItemResponse<ObjectNode> read = items.readItem("read", Doc.key("read"), ObjectNode.class);
    CosmosException absent =
        refusal(() -> items.readItem("nobody", Doc.key("nobody"), ObjectNode.class));
    int unchanged =
        items
            .readItem(
                "read",
                Doc.key("read"),
                new CosmosItemRequestOptions().setIfNoneMatchETag(etag),
                ObjectNode.class)
            .getStatusCode();

    assertThat(read.getStatusCode()).isEqualTo(200);
    assertThat(read.getETag()).isEqualTo(etag);
    assertThat(read.getItem().path("value").asInt()).isEqualTo(7);
    assertThat(read.getRequestCharge()).isEqualTo(2);
    assertThat(absent.getStatusCode()).isEqualTo(404);
    assertThat(unchanged).isEqualTo(304);
  }

  @Test
  void aSelfLinkLeadsToItsItem() {
    String self =
        items
            .createItem(Doc.of("self", 7), Doc.key("self"), null)
            .getItem()
            .path("_self")
            .asText()
            .replaceAll("/$", "");
    Map<String, String> partition = Map.of("x-ms-documentdb-partitionkey", "[\"self\"]");
    SignedHttp http = new SignedHttp(account.endpoint);

    HttpResponse<String> read = http.send("GET", self, partition, "");
    HttpResponse<String> deleted = http.send("DELETE", self, partition, "");
    HttpResponse<String> gone = http.send("GET", self, partition, "");

    assertThat(read.body()).contains("\"value\":7");
    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(gone.statusCode()).isEqualTo(404);
  }

  @Test
  void replaceWithTheCurrentEtagWritesAndAStaleOneIsRefused() {
    String first = items.createItem(Doc.of("replace", 1), Doc.key("replace"), null).getETag();

    CosmosItemResponse<ObjectNode> replaced = replace("replace", 2, first);
    CosmosException stale = refusal(() -> replace("replace", 3, first));

    assertThat(replaced.getStatusCode()).isEqualTo(200);
    assertThat(replaced.getETag()).isNotEqualTo(first);
    assertThat(replaced.getRequestCharge()).isBetween(9.0, 12.0);
    assertThat(stale.getStatusCode()).isEqualTo(412);
    assertThat(Doc.value(items, "replace")).isEqualTo(2);
  }

  @Test
  void replacingAnAbsentItemIs404() {
    assertThat(refusal(() -> replace("absent", 1, null)).getStatusCode()).isEqualTo(404);
  }

  @Test
  void upsertCreatesAndThenReplaces() {
    int created = items.upsertItem(Doc.of("upsert", 1), Doc.key("upsert"), null).getStatusCode();
    int replaced = items.upsertItem(Doc.of("upsert", 2), Doc.key("upsert"), null).getStatusCode();

    assertThat(created).isEqualTo(201);
    assertThat(replaced).isEqualTo(200);
    assertThat(Doc.value(items, "upsert")).isEqualTo(2);
  }

  @Test
  void deleteHonoursIfMatch() {
    String first = items.createItem(Doc.of("delete", 1), Doc.key("delete"), null).getETag();
    String second = replace("delete", 2, first).getETag();

    CosmosException stale = refusal(() -> delete("delete", first));
    int deleted = delete("delete", second).getStatusCode();
    CosmosException gone = refusal(() -> delete("delete", second));

    assertThat(stale.getStatusCode()).isEqualTo(412);
    assertThat(deleted).isEqualTo(204);
    assertThat(gone.getStatusCode()).isEqualTo(404);
  }

  @Test
  void patchAppliesWhereItsConditionHolds() {
    items.createItem(Doc.of("patch", 1), Doc.key("patch"), null);
    CosmosPatchOperations operations =
        CosmosPatchOperations.create().increment("/value", 4).set("/status", "DONE");

    int patched = patch("patch", operations, "from c where c.value = 1").getStatusCode();
    CosmosException refused = refusal(() -> patch("patch", operations, "from c where c.value = 1"));

    assertThat(patched).isEqualTo(200);
    assertThat(Doc.value(items, "patch")).isEqualTo(5);
    assertThat(refused.getStatusCode()).isEqualTo(412);
  }

  @Test
  void idsWithSpacesPercentSignsAndUmlautsAreFoundAgain() {
    String odd = "Sendung 100%20 \u00e4\u00f6 +1";

    items.createItem(Doc.of(odd, 3), Doc.key(odd), null);

    assertThat(Doc.value(items, odd)).isEqualTo(3);
  }

  @Test
  void anItemAboveTwoMegabytesIsTooLarge() {
    ObjectNode large = Doc.of("large", 1).put("body", "x".repeat(2 * 1_024 * 1_024));

    CosmosException refused = refusal(() -> items.createItem(large, Doc.key("large"), null));

    assertThat(refused.getStatusCode()).isEqualTo(413);
  }

  @Test
  void chargesGrowWithTheSize() {
    ObjectNode large = Doc.of("charge", 1).put("body", "x".repeat(100 * 1_024));

    double created = items.createItem(large, Doc.key("charge"), null).getRequestCharge();
    double read = items.readItem("charge", Doc.key("charge"), ObjectNode.class).getRequestCharge();

    assertThat(created).isBetween(45.0, 60.0);
    assertThat(read).isBetween(18.0, 22.0);
  }

  private static CosmosItemResponse<ObjectNode> replace(
      String session, int value, @Nullable String etag) {
    return items.replaceItem(
        Doc.of(session, value),
        session,
        Doc.key(session),
        new CosmosItemRequestOptions().setIfMatchETag(etag));
  }

  private static CosmosItemResponse<Object> delete(String session, String etag) {
    return items.deleteItem(
        session, Doc.key(session), new CosmosItemRequestOptions().setIfMatchETag(etag));
  }

  private static CosmosItemResponse<ObjectNode> patch(
      String session, CosmosPatchOperations operations, String condition) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate(condition);
    return items.patchItem(session, Doc.key(session), operations, options, ObjectNode.class);
  }

  private static CosmosException refusal(Supplier<?> call) {
    return catchThrowableOfType(CosmosException.class, call::get);
  }
}

package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkItemRequestOptions;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Cosmos DB: bulk")
class BulkRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  private CosmosContainer items;

  @BeforeEach
  void makeContainer() {
    items = COSMOS.container();
  }

  @Rule(
      id = "cosmos-bulk-each-alone",
      text =
          "Operations of a bulk may be of any partitions, and each stands for itself: one that"
              + " fails leaves the others done.",
      doc = Pages.BULK)
  void doesEachOperationForItself() {
    items.createItem(document("b"));

    Map<String, CosmosBulkItemResponse> done =
        bulk(List.of(create(document("a")), create(document("b")), create(document("c"))));

    assertThat(statuses(done)).isEqualTo(Map.of("a", 201, "b", 409, "c", 201));
    assertThat(exists(items, "a", "a")).isTrue();
    assertThat(exists(items, "c", "c")).isTrue();
  }

  @Rule(
      id = "cosmos-bulk-etag",
      text =
          "Each operation of a bulk has an If-Match of its own: a stale one is answered with 412,"
              + " the others get a new ETag.",
      doc = Pages.BULK_ITEM)
  void replacesOnlyTheVersionsThatTheCallerHolds() {
    String current = items.createItem(document("a")).getETag();
    String stale = items.createItem(document("b")).getETag();
    items.upsertItem(document("b").put("n", 2));

    Map<String, CosmosBulkItemResponse> done =
        bulk(List.of(replace("a", 3, current), replace("b", 3, stale)));

    assertThat(statuses(done)).isEqualTo(Map.of("a", 200, "b", 412));
    assertThat(read(items, "a").path("n").asInt()).isEqualTo(3);
    assertThat(read(items, "b").path("n").asInt()).isEqualTo(2);
    String next = response(done, "a").getETag();
    assertThat(next).isNotEqualTo(current);
    assertThat(statuses(bulk(List.of(replace("a", 4, next))))).isEqualTo(Map.of("a", 200));
  }

  @Rule(
      id = "cosmos-bulk-kinds",
      text = "A bulk may create, upsert, replace, patch, delete and read at once.",
      doc = Pages.BULK)
  void doesAllKindsAtOnce() {
    for (String id : List.of("replaced", "patched", "deleted", "read")) {
      items.createItem(document(id));
    }

    Map<String, CosmosBulkItemResponse> done =
        bulk(
            List.of(
                create(document("created")),
                CosmosBulkOperations.getUpsertItemOperation(document("upserted"), key("upserted")),
                CosmosBulkOperations.getReplaceItemOperation(
                    "replaced", document("replaced").put("n", 1), key("replaced")),
                CosmosBulkOperations.getPatchItemOperation(
                    "patched", key("patched"), CosmosPatchOperations.create().add("/n", 2)),
                CosmosBulkOperations.getDeleteItemOperation("deleted", key("deleted")),
                CosmosBulkOperations.getReadItemOperation("read", key("read")),
                CosmosBulkOperations.getReadItemOperation("missing", key("missing"))));

    assertThat(statuses(done))
        .isEqualTo(
            Map.of(
                "created",
                201,
                "upserted",
                201,
                "replaced",
                200,
                "patched",
                200,
                "deleted",
                204,
                "read",
                200,
                "missing",
                404));
    assertThat(read(items, "replaced").path("n").asInt()).isEqualTo(1);
    assertThat(read(items, "patched").path("n").asInt()).isEqualTo(2);
    assertThat(exists(items, "deleted", "deleted")).isFalse();
    assertThat(response(done, "read").getItem(ObjectNode.class).path("id").asText())
        .isEqualTo("read");
  }

  @Rule(
      id = "cosmos-bulk-content",
      text = "A write of a bulk brings its content back unless the client has asked for none.",
      doc = Pages.BULK_ITEM)
  void bringsContentBackWhereItIsWanted() {
    CosmosBulkItemRequestOptions none =
        new CosmosBulkItemRequestOptions().setContentResponseOnWriteEnabled(false);

    Map<String, CosmosBulkItemResponse> done =
        bulk(
            List.of(
                create(document("with")),
                CosmosBulkOperations.getCreateItemOperation(
                    document("without"), key("without"), none)));

    assertThat(response(done, "with").getItem(ObjectNode.class).path("id").asText())
        .isEqualTo("with");
    assertThat(response(done, "without").getItem(ObjectNode.class)).isNull();
    assertThat(response(done, "without").getETag()).isNotEmpty();
  }

  @Rule(
      id = "cosmos-bulk-hundred",
      text =
          "A bulk request carries at most 100 operations; the client sends more than that in"
              + " several.",
      doc = Pages.BULK_OPTIONS)
  void carriesAHundredOperationsARequest() {
    Map<String, CosmosBulkItemResponse> done =
        bulk(IntStream.range(0, 250).mapToObj(number -> create(document("s" + number))).toList());

    assertThat(done).hasSize(250);
    assertThat(statuses(done).values()).containsOnly(201);
  }

  private static CosmosItemOperation create(ObjectNode document) {
    return CosmosBulkOperations.getCreateItemOperation(
        document, key(document.path("session").asText()));
  }

  private static CosmosItemOperation replace(String session, int number, String etag) {
    return CosmosBulkOperations.getReplaceItemOperation(
        session,
        document(session).put("n", number),
        key(session),
        new CosmosBulkItemRequestOptions().setIfMatchETag(etag));
  }

  /** The responses by session. */
  private Map<String, CosmosBulkItemResponse> bulk(List<CosmosItemOperation> operations) {
    Map<String, CosmosBulkItemResponse> responses = new TreeMap<>();
    for (CosmosBulkOperationResponse<Object> each : items.executeBulkOperations(operations)) {
      responses.put(session(each.getOperation()), each.getResponse());
    }
    return responses;
  }

  private static CosmosBulkItemResponse response(
      Map<String, CosmosBulkItemResponse> responses, String session) {
    return Objects.requireNonNull(responses.get(session));
  }

  private static String session(CosmosItemOperation operation) {
    String id = operation.getId();
    return id == null ? operation.<ObjectNode>getItem().path("id").asText() : id;
  }

  private static Map<String, Integer> statuses(Map<String, CosmosBulkItemResponse> responses) {
    Map<String, Integer> statuses = new TreeMap<>();
    responses.forEach((session, response) -> statuses.put(session, response.getStatusCode()));
    return statuses;
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.ThroughputResponse;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Databases and containers: found, described, replaced, given throughput. */
class CosmosContainersTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final Account ACCOUNT = Account.calm();

  @Test
  void aQueryFindsDatabases() {
    ACCOUNT.client.createDatabase("found");

    assertThat(
            ACCOUNT.client.queryDatabases(
                new SqlQuerySpec(
                    "SELECT * FROM root r WHERE r.id = @id", new SqlParameter("@id", "found")),
                null))
        .extracting(CosmosDatabaseProperties::getId)
        .containsExactly("found");
    assertThat(ACCOUNT.client.readAllDatabases())
        .extracting(CosmosDatabaseProperties::getId)
        .contains("found", "twinbus");
  }

  @Test
  void aQueryFindsContainers() {
    ACCOUNT.container("found");
    ACCOUNT.container("other");

    assertThat(ACCOUNT.database.queryContainers("SELECT * FROM c WHERE c.id = 'found'", null))
        .extracting(CosmosContainerProperties::getId)
        .containsExactly("found");
  }

  @Test
  void theIndexingPolicyIsShownAsTheServiceCompletesIt() {
    CosmosContainerProperties root =
        new CosmosContainerProperties("root", "/session")
            .setIndexingPolicy(
                new IndexingPolicy()
                    .setIncludedPaths(List.of(new IncludedPath("/")))
                    .setExcludedPaths(List.of(new ExcludedPath("/hidden/*"))));
    ACCOUNT.database.createContainer(root);

    CosmosContainerResponse read = ACCOUNT.database.getContainer("root").read();

    assertThat(read.getProperties().getIndexingPolicy().getExcludedPaths())
        .extracting(ExcludedPath::getPath)
        .containsExactly("/hidden/*", "/\"_etag\"/?");
    assertThat(read.getResponseHeaders())
        .containsEntry("x-ms-documentdb-collection-index-transformation-progress", "100");
  }

  @Test
  void aDefinitionThatTheServiceRefusesIsRefusedInOneSentence() {
    assertThat(refusal(composite("/a"))).contains("at least 2 paths");
    assertThat(refusal(composite("/a", "/b/?"))).contains("composite index");
    assertThat(
            refusal(
                new CosmosContainerProperties("bad", "/session").setDefaultTimeToLiveInSeconds(0)))
        .contains("defaultTtl");
  }

  @Test
  void aReplaceChangesExpiryAndIndexingAndNothingElse() {
    CosmosContainer items = ACCOUNT.container("replaced");
    items.createItem(Doc.of("a", 1));
    CosmosContainerResponse before = items.read();
    CosmosContainerProperties changed =
        before
            .getProperties()
            .setDefaultTimeToLiveInSeconds(60)
            .setIndexingPolicy(
                new IndexingPolicy()
                    .setCompositeIndexes(
                        List.of(
                            List.of(
                                new CompositePath().setPath("/a"),
                                new CompositePath().setPath("/b")))));

    CosmosContainerResponse after = items.replace(changed);

    assertThat(after.getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(60);
    assertThat(after.getProperties().getIndexingPolicy().getCompositeIndexes()).hasSize(1);
    assertThat(after.getProperties().getETag()).isNotEqualTo(before.getProperties().getETag());
    assertThat(after.getProperties().getResourceId())
        .isEqualTo(before.getProperties().getResourceId());
    assertThat(Doc.value(items, "a")).isEqualTo(1);
  }

  @Test
  void aReplaceOfAnotherVersionOrOfWhatIsFixedIsRefused() {
    CosmosContainer items = ACCOUNT.container("fixed");
    CosmosContainerProperties unique =
        items
            .read()
            .getProperties()
            .setUniqueKeyPolicy(
                new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/email")))));
    CosmosContainerProperties moved =
        items
            .read()
            .getProperties()
            .setPartitionKeyDefinition(new PartitionKeyDefinition().setPaths(List.of("/other")));

    HttpResponse<String> stale =
        new SignedHttp(ACCOUNT.endpoint)
            .send(
                "PUT",
                "dbs/twinbus/colls/fixed",
                Map.of("if-match", "\"stale\""),
                "{\"id\":\"fixed\",\"partitionKey\":{\"paths\":[\"/session\"]}}");
    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(failure(() -> items.replace(unique)).getStatusCode()).isEqualTo(400);
    assertThat(failure(() -> items.replace(moved))).hasMessageContaining("partition key");
  }

  @Test
  void throughputIsReadAndChanged() {
    CosmosContainer plain = ACCOUNT.container("plain");
    ACCOUNT.database.createContainer(
        new CosmosContainerProperties("scaling", "/session"),
        ThroughputProperties.createAutoscaledThroughput(4_000));
    CosmosContainer scaling = ACCOUNT.database.getContainer("scaling");

    assertThat(plain.readThroughput().getProperties().getManualThroughput()).isEqualTo(400);
    plain.replaceThroughput(ThroughputProperties.createManualThroughput(1_200));
    scaling.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(6_000));

    assertThat(plain.readThroughput().getProperties().getManualThroughput()).isEqualTo(1_200);
    assertThat(plain.readThroughput().getMinThroughput()).isEqualTo(400);
    assertThat(scaling.readThroughput().getProperties().getAutoscaleMaxThroughput())
        .isEqualTo(6_000);
    assertThat(
            failure(
                    () ->
                        plain.replaceThroughput(ThroughputProperties.createManualThroughput(1_234)))
                .getStatusCode())
        .isEqualTo(400);
  }

  @Test
  void aThroughputHasAVersionWhichAReplaceCanAskFor() throws Exception {
    CosmosContainer versioned = ACCOUNT.container("versioned");
    ThroughputResponse first = versioned.readThroughput();
    String before = first.getProperties().getETag();
    assertThat(before).isNotEmpty();
    assertThat(first.getResponseHeaders()).containsEntry("etag", before);
    assertThat(first.getProperties().getTimestamp()).isNotNull();

    versioned.replaceThroughput(ThroughputProperties.createManualThroughput(500));
    JsonNode offer = offerOf("versioned");
    assertThat(offer.path("_etag").asText()).isNotEqualTo(before);

    assertThat(replaceOffer(offer, before).statusCode()).isEqualTo(412);
    assertThat(replaceOffer(offer, offer.path("_etag").asText()).statusCode()).isEqualTo(200);
  }

  @Test
  void aContainerTellsWhatItStoresAndMay() {
    CosmosContainer stored = ACCOUNT.container("stored");
    for (int i = 0; i < 3; i++) {
      stored.createItem(Doc.of("a", "id" + i, i));
    }
    stored.upsertItem(Doc.of("a", "id0", 7));
    stored.deleteItem("id1", Doc.key("a"), new CosmosItemRequestOptions());

    CosmosContainerResponse read =
        stored.read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true));

    assertThat(read.getMaxResourceQuota()).contains("documentsCount=-1;");
    assertThat(read.getCurrentResourceQuotaUsage())
        .contains("documentsCount=2;", "documentsSize=1;", "collectionSize=1;");
    stored.deleteAllItemsByPartitionKey(Doc.key("a"), new CosmosItemRequestOptions());
    assertThat(stored.read().getCurrentResourceQuotaUsage())
        .isEqualTo("documentSize=0;documentsSize=0;documentsCount=0;collectionSize=0;");
  }

  @Test
  void everySelfLinkLeadsToWhatItNames() throws Exception {
    ACCOUNT.container("linked").createItem(Doc.of("a", "one", 1));
    SignedHttp http = new SignedHttp(ACCOUNT.endpoint);
    JsonNode database = read(http, "dbs/twinbus");
    JsonNode container = read(http, "dbs/twinbus/colls/linked");
    JsonNode item =
        JSON.readTree(
            http.send("GET", "dbs/twinbus/colls/linked/docs/one", partition(), "").body());
    JsonNode offer = offerOf("linked");

    for (JsonNode linked : List.of(database, container, item, offer)) {
      String self = linked.path("_self").asText().replaceAll("/$", "");
      assertThat(JSON.readTree(http.send("GET", self, partition(), "").body())).isEqualTo(linked);
    }
    String docs = container.path("_self").asText() + container.path("_docs").asText();
    String created =
        http.send(
                "POST",
                docs.replaceAll("/$", ""),
                partition(),
                "{\"id\":\"two\",\"session\":\"a\"}")
            .body();
    assertThat(JSON.readTree(created).path("_self").asText())
        .startsWith(container.path("_self").asText());
    assertThat(offer.path("resource").asText()).isEqualTo(container.path("_self").asText());
  }

  @Test
  void containersShareTheThroughputOfTheirDatabase() {
    ACCOUNT.client.createDatabase("shared", ThroughputProperties.createManualThroughput(800));
    var shared = ACCOUNT.client.getDatabase("shared");
    shared.createContainer("items", "/session");

    shared.replaceThroughput(ThroughputProperties.createManualThroughput(900));

    assertThat(shared.readThroughput().getProperties().getManualThroughput()).isEqualTo(900);
    assertThat(failure(() -> shared.getContainer("items").readThroughput()).getStatusCode())
        .isEqualTo(400);
    assertThat(failure(() -> ACCOUNT.database.readThroughput()).getStatusCode()).isEqualTo(400);
  }

  @Test
  void allItemsOfAPartitionAreDeletedAtOnce() {
    CosmosContainer items = ACCOUNT.container("partitions");
    items.createItem(Doc.of("a", "one", 1));
    items.createItem(Doc.of("a", "two", 2));
    items.createItem(Doc.of("b", "three", 3));

    items.deleteAllItemsByPartitionKey(Doc.key("a"), new CosmosItemRequestOptions());

    assertThat(
            items.queryItems(
                "SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), String.class))
        .containsExactly("three");
  }

  @Test
  void aQuerySaysWhatItTookWhereItIsAsked() {
    CosmosContainer items = ACCOUNT.container("measured");
    items.createItem(Doc.of("a", 1));
    items.createItem(Doc.of("b", 2));

    FeedResponse<JsonNode> page =
        items
            .queryItems(
                "SELECT * FROM c WHERE c.value = 2",
                new CosmosQueryRequestOptions().setQueryMetricsEnabled(true),
                JsonNode.class)
            .iterableByPage()
            .iterator()
            .next();

    assertThat(page.getCosmosDiagnostics().toString())
        .contains("\"retrievedDocumentCount\":1")
        .contains("\"outputDocumentCount\":1");
  }

  private static CosmosContainerProperties composite(String... paths) {
    return new CosmosContainerProperties("bad", "/session")
        .setIndexingPolicy(
            new IndexingPolicy()
                .setCompositeIndexes(
                    List.of(
                        List.of(paths).stream()
                            .map(path -> new CompositePath().setPath(path))
                            .toList())));
  }

  private static String refusal(CosmosContainerProperties definition) {
    CosmosException refused = failure(() -> ACCOUNT.database.createContainer(definition));
    assertThat(refused.getStatusCode()).isEqualTo(400);
    return String.valueOf(refused.getMessage());
  }

  private static CosmosException failure(Runnable call) {
    return Objects.requireNonNull(
        catchThrowableOfType(CosmosException.class, call::run), "it is refused");
  }

  private static Map<String, String> partition() {
    return Map.of("x-ms-documentdb-partitionkey", "[\"a\"]");
  }

  private static JsonNode read(SignedHttp http, String path) throws JsonProcessingException {
    return JSON.readTree(http.send("GET", path, Map.of(), "").body());
  }

  private static JsonNode offerOf(String container) throws JsonProcessingException {
    SignedHttp http = new SignedHttp(ACCOUNT.endpoint);
    String resourceId = read(http, "dbs/twinbus/colls/" + container).path("_rid").asText();
    for (JsonNode offer : read(http, "offers").path("Offers")) {
      if (offer.path("offerResourceId").asText().equals(resourceId)) {
        return offer;
      }
    }
    throw new AssertionError("there is no offer for " + container);
  }

  private static HttpResponse<String> replaceOffer(JsonNode offer, String version) {
    return new SignedHttp(ACCOUNT.endpoint)
        .send(
            "PUT",
            "offers/" + offer.path("id").asText(),
            Map.of("if-match", version),
            offer.toString());
  }
}

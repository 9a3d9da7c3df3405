package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.charge;
import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.query;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: queries",
    notEmulated = {
      "A select in FROM of the whole query; functions of date and time, geometry, vectors, full text; RAND.",
      "Plans that leave work to the client: a container has one physical partition, so the endpoint does all."
    })
class QueryRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();
  private static final int COUNT = 200;

  @Rule(
      id = "cosmos-query-equality",
      text = "A filter finds the items of all partitions whose property equals the value.",
      doc = Pages.PARTITIONED)
  void findsEqualValuesInAllPartitions() {
    CosmosContainer items = filled(everything());

    assertThat(ids(query(items, "SELECT * FROM c WHERE c.status = 'BLOCKED' AND c.n > 20")))
        .containsExactlyInAnyOrder("s50", "s100", "s150");
  }

  @Rule(
      id = "cosmos-query-partition",
      text = "A query with a partition key sees only that partition.",
      doc = Pages.PARTITIONED)
  void seesOnePartitionWhereItIsNamed() {
    CosmosContainer items = filled(everything());
    CosmosQueryRequestOptions one =
        new CosmosQueryRequestOptions().setPartitionKey(Documents.key("s50"));

    List<JsonNode> found =
        items.queryItems("SELECT * FROM c WHERE c.status = 'BLOCKED'", one, JsonNode.class).stream()
            .toList();

    assertThat(ids(found)).containsExactly("s50");
  }

  @Rule(
      id = "cosmos-query-follows-writes",
      text = "A query sees every write that was acknowledged before it.",
      doc = Pages.INDEXING)
  void seesAcknowledgedWrites() {
    CosmosContainer items = filled(everything());
    String blocked = "SELECT VALUE c.id FROM c WHERE c.status = 'BLOCKED'";
    assertThat(query(items, blocked)).hasSize(4);

    items.upsertItem(document("s0").put("status", "IDLE"));
    items.upsertItem(document("s1").put("status", "BLOCKED"));
    items.deleteItem("s50", Documents.key("s50"), null);

    assertThat(query(items, blocked))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("s1", "s100", "s150");
  }

  @Rule(
      id = "cosmos-query-types",
      text = "Values of different types are never equal.",
      doc = Pages.OPERATORS)
  void tellsTypesApart() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("text").put("v", "1"));
    items.createItem(document("number").put("v", 1));
    items.createItem(document("decimal").put("v", 1.0));

    assertThat(ids(query(items, "SELECT * FROM c WHERE c.v = 1")))
        .containsExactlyInAnyOrder("number", "decimal");
    assertThat(ids(query(items, "SELECT * FROM c WHERE c.v = '1'"))).containsExactly("text");
  }

  @Rule(
      id = "cosmos-query-order",
      text = "ORDER BY sorts over all partitions.",
      doc = Pages.ORDER_BY)
  void sortsOverAllPartitions() {
    CosmosContainer items = filled(everything());

    List<JsonNode> found =
        query(items, "SELECT * FROM c WHERE c.status = 'BLOCKED' ORDER BY c.n DESC");

    assertThat(ids(found)).containsExactly("s150", "s100", "s50", "s0");
  }

  @Rule(
      id = "cosmos-query-count",
      text = "COUNT counts the matches of all partitions.",
      doc = Pages.COUNT)
  void countsOverAllPartitions() {
    CosmosContainer items = filled(everything());

    assertThat(query(items, "SELECT VALUE COUNT(1) FROM c WHERE c.status = 'IDLE'"))
        .extracting(JsonNode::asInt)
        .containsExactly(COUNT - 4);
  }

  @Rule(
      id = "cosmos-query-window",
      text = "OFFSET passes over matches and LIMIT ends after so many.",
      doc = Pages.OFFSET)
  void showsAWindow() {
    CosmosContainer items = filled(everything());

    assertThat(ids(query(items, "SELECT * FROM c ORDER BY c.n OFFSET 10 LIMIT 3")))
        .containsExactly("s10", "s11", "s12");
  }

  @Rule(
      id = "cosmos-query-pages",
      text = "A page has at most the size asked for, and its continuation leads to the next one.",
      doc = Pages.PAGING)
  void continuesWhereAPageEnded() {
    CosmosContainer items = filled(everything());
    List<String> seen = new ArrayList<>();
    String continuation = null;
    do {
      FeedResponse<JsonNode> page =
          items
              .queryItems(
                  "SELECT * FROM c WHERE c.status = 'IDLE' ORDER BY c.n",
                  new CosmosQueryRequestOptions(),
                  JsonNode.class)
              .iterableByPage(continuation, 70)
              .iterator()
              .next();
      assertThat(page.getResults()).hasSizeLessThanOrEqualTo(70);
      seen.addAll(ids(page.getResults()));
      continuation = page.getContinuationToken();
    } while (continuation != null);

    assertThat(seen).hasSize(COUNT - 4).doesNotHaveDuplicates().startsWith("s1").endsWith("s199");
  }

  @Rule(
      id = "cosmos-query-aggregates",
      text = "COUNT, SUM, AVG, MIN and MAX read the matches of all partitions.",
      doc = Pages.AGGREGATES)
  void aggregatesOverAllPartitions() {
    CosmosContainer items = filled(everything());

    assertThat(query(items, "SELECT VALUE SUM(c.n) FROM c")).hasToString("[19900]");
    assertThat(query(items, "SELECT VALUE AVG(c.n) FROM c")).hasToString("[99.5]");
    assertThat(query(items, "SELECT VALUE MIN(c.n) FROM c")).hasToString("[0]");
    assertThat(query(items, "SELECT VALUE MAX(c.n) FROM c")).hasToString("[199]");
  }

  @Rule(
      id = "cosmos-query-groups",
      text = "GROUP BY gives one result for each value that the matches have.",
      doc = Pages.GROUP_BY)
  void groupsOverAllPartitions() {
    CosmosContainer items = filled(everything());

    assertThat(
            query(items, "SELECT c.status, COUNT(1) AS n FROM c GROUP BY c.status").stream()
                .map(group -> group.path("status").asText() + " " + group.path("n").asInt()))
        .containsExactlyInAnyOrder("BLOCKED 4", "IDLE 196");
  }

  @Rule(
      id = "cosmos-query-distinct",
      text = "DISTINCT shows each result once.",
      doc = Pages.DISTINCT)
  void showsEachResultOnce() {
    CosmosContainer items = filled(everything());

    assertThat(query(items, "SELECT DISTINCT VALUE c.status FROM c"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("BLOCKED", "IDLE");
  }

  @Rule(
      id = "cosmos-query-join",
      text = "JOIN takes each element of an array of its own document.",
      doc = Pages.JOIN)
  void joinsWithinADocument() {
    CosmosContainer items = COSMOS.container();
    var document = document("s1");
    document.putArray("tags").add("a").add("b");
    items.createItem(document);
    items.createItem(document("s2"));

    assertThat(query(items, "SELECT VALUE CONCAT(c.id, t) FROM c JOIN t IN c.tags"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("s1a", "s1b");
  }

  @Rule(
      id = "cosmos-query-like",
      text = "LIKE takes % for any text and _ for one character.",
      doc = Pages.LIKE)
  void looksForTheFormOfAText() {
    CosmosContainer items = filled(everything());

    assertThat(ids(query(items, "SELECT * FROM c WHERE c.id LIKE 's1_'"))).hasSize(10);
    assertThat(ids(query(items, "SELECT * FROM c WHERE c.id LIKE '%99'"))).hasSize(2);
  }

  @Rule(
      id = "cosmos-order-composite",
      text =
          "ORDER BY several properties needs a composite index of them, in these directions or all turned.",
      doc = Pages.INDEXING)
  void sortsByWhatACompositeIndexHas() {
    CosmosContainer items =
        filled(
            new IndexingPolicy()
                .setCompositeIndexes(
                    List.of(
                        List.of(
                            new CompositePath().setPath("/status"),
                            new CompositePath().setPath("/n")))));

    assertThat(ids(query(items, "SELECT * FROM c ORDER BY c.status, c.n")))
        .startsWith("s0", "s50", "s100", "s150", "s1");
    assertThat(ids(query(items, "SELECT * FROM c ORDER BY c.status DESC, c.n DESC")))
        .startsWith("s199");
    assertThat(
            refusal(() -> query(items, "SELECT * FROM c ORDER BY c.status, c.n DESC"))
                .getStatusCode())
        .isEqualTo(400);
  }

  @Rule(
      id = "cosmos-index-excluded",
      text =
          "A filter on a path that the indexing policy excludes still finds, but reads every item.",
      doc = Pages.INDEXING)
  void readsEverythingWhereNothingIsIndexed() {
    String blocked = "SELECT * FROM c WHERE c.status = 'BLOCKED'";
    CosmosContainer indexed = filled(everything());
    CosmosContainer unindexed = filled(except("/status/?"));

    assertThat(ids(query(unindexed, blocked))).hasSize(4);
    assertThat(charge(unindexed, blocked)).isGreaterThan(charge(indexed, blocked) * 1.3);
  }

  @Rule(
      id = "cosmos-order-needs-index",
      text = "ORDER BY a property that is not indexed is refused.",
      doc = Pages.INDEXING)
  void refusesToSortByWhatIsNotIndexed() {
    CosmosContainer unindexed = filled(except("/n/?"));

    assertThat(refusal(() -> query(unindexed, "SELECT * FROM c ORDER BY c.n")).getStatusCode())
        .isEqualTo(400);
  }

  @Rule(
      id = "cosmos-query-bad",
      text = "A query that cannot be read is answered with 400.",
      doc = Pages.STATUSES)
  void refusesWhatIsNoQuery() {
    CosmosContainer items = COSMOS.container();

    assertThat(refusal(() -> query(items, "SELECT * FORM c")).getStatusCode()).isEqualTo(400);
  }

  private static CosmosContainer filled(IndexingPolicy policy) {
    CosmosContainer items = COSMOS.container(properties -> properties.setIndexingPolicy(policy));
    IntStream.range(0, COUNT)
        .forEach(
            n ->
                items.createItem(
                    document("s" + n).put("n", n).put("status", n % 50 == 0 ? "BLOCKED" : "IDLE")));
    return items;
  }

  private static IndexingPolicy everything() {
    return new IndexingPolicy();
  }

  private static IndexingPolicy except(String path) {
    return new IndexingPolicy()
        .setIncludedPaths(List.of(new IncludedPath("/*")))
        .setExcludedPaths(List.of(new ExcludedPath(path)));
  }

  private static List<String> ids(List<JsonNode> found) {
    return found.stream().map(item -> item.path("id").asText()).toList();
  }
}

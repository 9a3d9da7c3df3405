package io.twinbus.local.clients;

import static io.twinbus.local.clients.Ledger.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueriesTest {
  private final Ledger ledger = new Ledger("queries-test");

  private final CosmosContainer items =
      ledger.container(
          new CosmosContainerProperties("orders", "/session")
              .setIndexingPolicy(
                  new IndexingPolicy()
                      .setCompositeIndexes(
                          List.of(List.of(ascending("/city"), ascending("/value"))))));

  @BeforeAll
  void fill() {
    for (int n = 0; n < 6; n++) {
      items.createItem(
          item("s" + n % 3, "i" + n, n)
              .put("city", n % 2 == 0 ? "Oslo" : "Rome")
              .set("tags", item("s", "tags", n).arrayNode().add("all").add("n" + n)));
    }
  }

  @AfterAll
  void close() {
    ledger.close();
  }

  @Test
  void aContinuationLeadsThroughAllPartitions() {
    List<String> found = new ArrayList<>();
    String continuation = null;
    int pages = 0;
    do {
      FeedResponse<JsonNode> page =
          items
              .queryItems(
                  "SELECT * FROM c ORDER BY c.value",
                  new CosmosQueryRequestOptions(),
                  JsonNode.class)
              .iterableByPage(continuation, 4)
              .iterator()
              .next();
      page.getResults().forEach(item -> found.add(item.path("id").asText()));
      continuation = page.getContinuationToken();
      pages++;
    } while (continuation != null && pages < 10);

    assertThat(found).containsExactly("i0", "i1", "i2", "i3", "i4", "i5");
    assertThat(pages).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aFilterTakesParameters() {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT VALUE c.value FROM c WHERE c.city = @city AND c.value IN (0, 2, 3)",
            new SqlParameter("@city", "Oslo"));

    assertThat(items.queryItems(spec, new CosmosQueryRequestOptions(), Integer.class))
        .containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void aggregatesAndGroupsReadAllPartitions() {
    assertThat(all("SELECT VALUE COUNT(1) FROM c", Integer.class)).containsExactly(6);
    assertThat(all("SELECT VALUE SUM(c.value) FROM c", Integer.class)).containsExactly(15);
    assertThat(all("SELECT VALUE AVG(c.value) FROM c", Double.class)).containsExactly(2.5);
    assertThat(all("SELECT c.city, MAX(c.value) AS most FROM c GROUP BY c.city", JsonNode.class))
        .extracting(JsonNode::toString)
        .containsExactlyInAnyOrder(
            "{\"city\":\"Oslo\",\"most\":4}", "{\"city\":\"Rome\",\"most\":5}");
  }

  @Test
  void distinctJoinLikeOrderAndWindow() {
    assertThat(all("SELECT DISTINCT VALUE c.city FROM c", String.class))
        .containsExactlyInAnyOrder("Oslo", "Rome");
    assertThat(all("SELECT VALUE t FROM c JOIN t IN c.tags WHERE t LIKE 'n_'", String.class))
        .hasSize(6);
    assertThat(all("SELECT VALUE c.value FROM c ORDER BY c.city, c.value", Integer.class))
        .containsExactly(0, 2, 4, 1, 3, 5);
    assertThat(all("SELECT VALUE c.value FROM c ORDER BY c.value OFFSET 2 LIMIT 2", Integer.class))
        .containsExactly(2, 3);
    assertThatThrownBy(
            () -> all("SELECT VALUE c.value FROM c ORDER BY c.value, c.city", Integer.class))
        .hasMessageContaining("composite index");
  }

  @Test
  void metricsAreToldWhereTheyAreAskedFor() {
    FeedResponse<JsonNode> page =
        items
            .queryItems(
                "SELECT * FROM c WHERE c.value = 2",
                new CosmosQueryRequestOptions().setQueryMetricsEnabled(true),
                JsonNode.class)
            .iterableByPage()
            .iterator()
            .next();

    assertThat(page.getActivityId()).isNotBlank();
    assertThat(page.getCosmosDiagnostics().toString()).contains("\"outputDocumentCount\":1");
  }

  private <T> List<T> all(String query, Class<T> type) {
    return items.queryItems(query, new CosmosQueryRequestOptions(), type).stream().toList();
  }

  private static CompositePath ascending(String path) {
    return new CompositePath().setPath(path).setOrder(CompositePathSortOrder.ASCENDING);
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries over all partitions that make results of many items, as the SDK asks and reads them. */
class CosmosAggregatesTest {
  private static final int ORDERS = 40;

  @RegisterExtension static final Account ACCOUNT = Account.calm();

  private static CosmosContainer items;

  @BeforeAll
  static void fill() {
    ACCOUNT.database.createContainer(
        new CosmosContainerProperties("orders", "/session")
            .setIndexingPolicy(
                new IndexingPolicy()
                    .setCompositeIndexes(
                        List.of(
                            List.of(
                                new CompositePath()
                                    .setPath("/city")
                                    .setOrder(CompositePathSortOrder.ASCENDING),
                                new CompositePath()
                                    .setPath("/value")
                                    .setOrder(CompositePathSortOrder.DESCENDING))))));
    items = ACCOUNT.database.getContainer("orders");
    for (int i = 0; i < ORDERS; i++) {
      ObjectNode order = Doc.of("s" + i, i).put("city", List.of("Bern", "Oslo", "Rome").get(i % 3));
      order.putArray("tags").add("t" + i % 2).add("all");
      items.createItem(order);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "SELECT VALUE COUNT(1) FROM c; 40",
        "SELECT VALUE MAX(c.value) FROM c WHERE true ORDER BY c.value; 39",
        "SELECT VALUE SUM(c.value) FROM c; 780",
        "SELECT VALUE AVG(c.value) FROM c; 19.5",
        "SELECT VALUE MIN(c.value) FROM c WHERE c.value > 3; 4",
        "SELECT VALUE MAX(c.city) FROM c; 'Rome'",
        "SELECT COUNT(1) AS n, SUM(c.value) AS total FROM c; {'n':40,'total':780}",
        "SELECT c.city, COUNT(1) AS n FROM c GROUP BY c.city;"
            + " {'city':'Bern','n':14},{'city':'Oslo','n':13},{'city':'Rome','n':13}",
        "SELECT DISTINCT VALUE c.city FROM c; 'Bern','Oslo','Rome'",
        "SELECT DISTINCT c.city FROM c ORDER BY c.city DESC;"
            + " {'city':'Rome'},{'city':'Oslo'},{'city':'Bern'}",
        "SELECT t AS tag, COUNT(1) AS n FROM c JOIN t IN c.tags GROUP BY t;"
            + " {'tag':'t0','n':20},{'tag':'all','n':40},{'tag':'t1','n':20}",
        "SELECT VALUE c.id FROM c WHERE c.city LIKE 'O%' AND c.value BETWEEN 4 AND 7; 's4','s7'",
        "SELECT VALUE c.id FROM c WHERE c.value IN (3, 5) ORDER BY c.value OFFSET 1 LIMIT 1; 's5'",
        "SELECT TOP 2 VALUE c.value FROM c ORDER BY c.city, c.value DESC; 39,36",
        "SELECT TOP 2 VALUE c.value FROM c ORDER BY c.city DESC, c.value ASC; 2,5",
        "SELECT VALUE UPPER(c.city) FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t ="
            + " 't1') AND c.value < 3; 'OSLO'"
      })
  void theSdkReadsResultsOverAllPartitions(String sql, String expected) {
    assertThat(String.join(",", query(sql).stream().map(JsonNode::toString).toList()))
        .isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void joinedRowsComePageByPage() {
    List<Integer> pages = new ArrayList<>();
    List<String> rows = new ArrayList<>();

    for (FeedResponse<JsonNode> page :
        items
            .queryItems(
                "SELECT c.id, t FROM c JOIN t IN c.tags",
                new CosmosQueryRequestOptions(),
                JsonNode.class)
            .iterableByPage(7)) {
      pages.add(page.getResults().size());
      page.getResults().forEach(row -> rows.add(row.toString()));
    }

    assertThat(pages.get(0)).isEqualTo(7);
    assertThat(rows).hasSize(2 * ORDERS).doesNotHaveDuplicates();
  }

  @Test
  void groupsComePageByPage() {
    List<Integer> pages = new ArrayList<>();
    items
        .queryItems(
            "SELECT c.city, MAX(c.value) AS most FROM c GROUP BY c.city",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .iterableByPage(2)
        .forEach(page -> pages.add(page.getResults().size()));

    assertThat(pages).containsExactly(2, 1);
  }

  @Test
  void severalKeysNeedACompositeIndexOfTheirOrder() {
    assertThat(refusal("SELECT * FROM c ORDER BY c.city, c.value")).contains("composite index");
    assertThat(refusal("SELECT c.city FROM c GROUP BY c.city ORDER BY c.city"))
        .contains("ORDER BY does not sort groups");
    assertThat(refusal("SELECT * FROM c ORDER BY c.value, c.city")).contains("composite index");
  }

  private static List<JsonNode> query(String sql) {
    return items.queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class).stream().toList();
  }

  private static String refusal(String sql) {
    CosmosException refused = catchThrowableOfType(CosmosException.class, () -> query(sql));
    assertThat(refused.getStatusCode()).isEqualTo(400);
    return String.valueOf(refused.getMessage());
  }
}

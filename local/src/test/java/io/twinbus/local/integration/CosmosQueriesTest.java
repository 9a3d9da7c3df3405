package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CosmosQueriesTest {
  private static final int SESSIONS = 25;

  private static Account account;
  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    account = Account.calm();
    items = account.container("items");
    for (int i = 0; i < SESSIONS; i++) {
      String session = String.format("s%02d", i);
      items.createItem(
          Doc.of(session, SESSIONS - i).put("status", i % 2 == 0 ? "IDLE" : "WORKING"));
    }
    items.createItem(Doc.of("s00", "message-1", 100).put("status", "DONE"));
  }

  @AfterAll
  static void stop() {
    account.close();
  }

  @Test
  void allItemsOfAllPartitionsComePageByPage() {
    List<Integer> pages = new ArrayList<>();
    List<String> ids = new ArrayList<>();

    for (FeedResponse<JsonNode> page :
        items
            .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(10)) {
      pages.add(page.getResults().size());
      page.getResults().forEach(item -> ids.add(item.path("id").asText()));
    }

    assertThat(pages).containsExactly(10, 10, 6);
    assertThat(ids).hasSize(SESSIONS + 1).doesNotHaveDuplicates();
  }

  @Test
  void aContinuationTokenResumesAQueryInOrder() {
    String sql = "SELECT c.id, c.value FROM c WHERE c.status = 'IDLE' ORDER BY c.value DESC";
    FeedResponse<JsonNode> first =
        items
            .queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(5)
            .iterator()
            .next();

    FeedResponse<JsonNode> second =
        items
            .queryItems(sql, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(first.getContinuationToken(), 5)
            .iterator()
            .next();

    assertThat(values(first.getResults())).containsExactly(25, 23, 21, 19, 17);
    assertThat(values(second.getResults())).containsExactly(15, 13, 11, 9, 7);
  }

  @Test
  void filtersTakeParametersInAndOrNotAndStartsWith() {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT VALUE c.id FROM c WHERE STARTSWITH(c.id, @prefix) AND NOT c.status = @status"
                + " AND (c.value >= 18 OR c.id IN ('s10', \"s12\"))",
            new SqlParameter("@prefix", "s"),
            new SqlParameter("@status", "WORKING"));

    List<String> ids =
        items.queryItems(query, new CosmosQueryRequestOptions(), String.class).stream().toList();

    assertThat(ids).containsExactly("s00", "s02", "s04", "s06", "s10", "s12");
  }

  @Test
  void countGivesOneNumber() {
    List<Integer> counts =
        items
            .queryItems(
                "SELECT VALUE COUNT(1) FROM c WHERE c.status = 'WORKING'",
                new CosmosQueryRequestOptions(),
                Integer.class)
            .stream()
            .toList();

    assertThat(counts).containsExactly(12);
  }

  @Test
  void countUnderANameGivesAnObject() {
    List<JsonNode> counts = query("SELECT COUNT(1) AS sessions FROM c", null);

    assertThat(counts).hasSize(1);
    assertThat(counts.get(0).path("sessions").asInt()).isEqualTo(SESSIONS + 1);
  }

  @Test
  void topAndOffsetLimitCutTheOrder() {
    List<JsonNode> top = query("SELECT TOP 3 c.value FROM c ORDER BY c.value", null);
    List<JsonNode> window = query("SELECT c.value FROM c ORDER BY c.value OFFSET 2 LIMIT 3", null);

    assertThat(values(top)).containsExactly(1, 2, 3);
    assertThat(values(window)).containsExactly(3, 4, 5);
  }

  @Test
  void aPartitionKeyConfinesAQuery() {
    List<JsonNode> found = query("SELECT c.id FROM c ORDER BY c.id", "s00");

    assertThat(found)
        .extracting(item -> item.path("id").asText())
        .containsExactly("message-1", "s00");
  }

  @Test
  void manyItemsAreReadAtOnce() {
    List<CosmosItemIdentity> wanted =
        List.of(
            new CosmosItemIdentity(Doc.key("s01"), "s01"),
            new CosmosItemIdentity(Doc.key("s00"), "message-1"),
            new CosmosItemIdentity(Doc.key("s02"), "absent"));

    List<JsonNode> found = items.readMany(wanted, JsonNode.class).getResults();

    assertThat(found)
        .extracting(item -> item.path("id").asText())
        .containsExactlyInAnyOrder("s01", "message-1");
  }

  @Test
  void allItemsOfAPartitionAreRead() {
    assertThat(items.readAllItems(Doc.key("s00"), JsonNode.class).stream())
        .extracting(item -> item.path("id").asText())
        .containsExactlyInAnyOrder("s00", "message-1");
  }

  @Test
  void whatIsNotSupportedIsRefusedInWords() {
    CosmosException refused =
        catchThrowableOfType(
            CosmosException.class, () -> query("SELECT VALUE ST_ISVALID(c.where) FROM c", null));

    assertThat(refused.getStatusCode()).isEqualTo(400);
    assertThat(refused).hasMessageContaining("ST_ISVALID");
  }

  private static List<JsonNode> query(String sql, @Nullable String partition) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    if (partition != null) {
      options.setPartitionKey(Doc.key(partition));
    }
    return items.queryItems(sql, options, JsonNode.class).stream().toList();
  }

  private static List<Integer> values(List<JsonNode> items) {
    return items.stream().map(item -> item.path("value").asInt()).toList();
  }
}

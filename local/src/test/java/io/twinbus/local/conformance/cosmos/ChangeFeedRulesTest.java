package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: change feed",
    notEmulated = {
      "All versions and deletes mode; feed ranges smaller than a container, except one partition key."
    })
class ChangeFeedRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  @Rule(
      id = "cosmos-feed-latest",
      text = "The change feed shows each item once, in its latest version, and no deleted ones.",
      doc = Pages.CHANGE_FEED_MODES)
  void showsTheLatestVersions() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("s1"));
    items.createItem(document("s2"));
    items.upsertItem(document("s1").put("n", 2));
    items.deleteItem("s2", key("s2"), new CosmosItemRequestOptions());

    List<JsonNode> changes = results(fromTheBeginning(items));

    assertThat(ids(changes)).containsExactly("s1");
    assertThat(changes.get(0).path("n").asInt()).isEqualTo(2);
  }

  @Rule(
      id = "cosmos-feed-order",
      text = "Within a partition key changes come in the order of their writes.",
      doc = Pages.CHANGE_FEED)
  void keepsTheOrderOfAPartition() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("s1", "a"));
    items.createItem(document("s1", "b"));
    items.upsertItem(document("s1", "a").put("n", 2));

    assertThat(ids(results(fromTheBeginning(items)))).containsExactly("b", "a");
  }

  @Rule(
      id = "cosmos-feed-continuation",
      text = "A continuation leads to what was written after it.",
      doc = Pages.CHANGE_FEED)
  void continuesWhereAReaderWas() {
    CosmosContainer items = COSMOS.container();
    items.createItem(document("s1"));
    List<FeedResponse<JsonNode>> first = fromTheBeginning(items);
    String seen = first.get(first.size() - 1).getContinuationToken();
    items.createItem(document("s2"));

    assertThat(
            ids(
                results(
                    read(
                        items,
                        CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(seen)))))
        .containsExactly("s2");
  }

  private static List<FeedResponse<JsonNode>> fromTheBeginning(CosmosContainer items) {
    return read(
        items,
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()));
  }

  private static List<FeedResponse<JsonNode>> read(
      CosmosContainer items, CosmosChangeFeedRequestOptions options) {
    List<FeedResponse<JsonNode>> pages = new ArrayList<>();
    items.queryChangeFeed(options, JsonNode.class).iterableByPage().forEach(pages::add);
    return pages;
  }

  private static List<JsonNode> results(List<FeedResponse<JsonNode>> pages) {
    return pages.stream().flatMap(page -> page.getResults().stream()).toList();
  }

  private static List<String> ids(List<JsonNode> changes) {
    return changes.stream().map(change -> change.path("id").asText()).toList();
  }
}

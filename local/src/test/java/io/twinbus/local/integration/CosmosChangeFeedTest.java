package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The change feed in its latest version mode, as the SDK reads it. */
class CosmosChangeFeedTest {
  private static final TickingClock CLOCK = new TickingClock();

  @RegisterExtension
  static final Account ACCOUNT = new Account(CosmosEndpointOptions.defaults().withClock(CLOCK));

  private CosmosContainer items;

  @BeforeEach
  void newContainer(TestInfo test) {
    items = ACCOUNT.container(test.getTestMethod().orElseThrow().getName());
  }

  @Test
  void eachItemComesOnceInTheOrderOfItsLastWrite() {
    items.createItem(Doc.of("a", 1));
    items.createItem(Doc.of("b", 1));
    items.createItem(Doc.of("c", 1));
    items.deleteItem("b", Doc.key("b"), null);
    items.upsertItem(Doc.of("a", 2));

    List<JsonNode> changes = results(read(fromTheBeginning(), 100));

    assertThat(ids(changes)).containsExactly("c", "a");
    assertThat(changes.get(1).path("value").asInt()).isEqualTo(2);
    assertThat(changes.get(1).path("_lsn").asLong())
        .isGreaterThan(changes.get(0).path("_lsn").asLong());
  }

  @Test
  void aContinuationGivesWhatWasWrittenSince() {
    items.createItem(Doc.of("a", 1));
    String seen = continuation(read(fromTheBeginning(), 100));
    List<FeedResponse<JsonNode>> nothing = read(from(seen), 100);
    items.createItem(Doc.of("b", 1));
    items.upsertItem(Doc.of("a", 2));

    List<JsonNode> changes = results(read(from(continuation(nothing)), 100));

    assertThat(results(nothing)).isEmpty();
    assertThat(ids(changes)).containsExactly("b", "a");
  }

  @Test
  void pagesTogetherAreTheWholeFeed() {
    for (int i = 0; i < 25; i++) {
      items.createItem(Doc.of("s" + i, i));
    }

    List<FeedResponse<JsonNode>> pages = read(fromTheBeginning(), 10);

    assertThat(pages).extracting(page -> page.getResults().size()).startsWith(10, 10, 5);
    assertThat(ids(results(pages))).hasSize(25).doesNotHaveDuplicates();
  }

  @Test
  void whatOneBatchWroteStandsInOnePage() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(Doc.key("s"));
    for (int i = 0; i < 5; i++) {
      batch.createItemOperation(Doc.of("s", "i" + i, i));
    }
    items.executeCosmosBatch(batch);

    assertThat(read(fromTheBeginning(), 2).get(0).getResults()).hasSize(5);
  }

  @Test
  void fromNowOnlyLaterWritesAreSeen() {
    items.createItem(Doc.of("a", 1));
    String now =
        continuation(
            read(
                CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()),
                100));
    items.createItem(Doc.of("b", 1));

    assertThat(ids(results(read(from(now), 100)))).containsExactly("b");
  }

  @Test
  void fromAPointInTimeEarlierWritesAreLeftOut() {
    items.createItem(Doc.of("a", 1));
    CLOCK.tick(Duration.ofMinutes(1));
    Instant between = CLOCK.instant();
    CLOCK.tick(Duration.ofMinutes(1));
    items.createItem(Doc.of("b", 1));

    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(
            between, FeedRange.forFullRange());

    assertThat(ids(results(read(options, 100)))).containsExactly("b");
  }

  @Test
  void theFeedOfOnePartitionHasItsItemsAlone() {
    items.createItem(Doc.of("a", 1));
    items.createItem(Doc.of("b", 1));
    items.createItem(Doc.of("a", "second", 1));

    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
            FeedRange.forLogicalPartition(Doc.key("a")));

    assertThat(ids(results(read(options, 100)))).containsExactly("a", "second");
  }

  @Test
  void aChangeFeedProcessorIsToldOfEveryItem() {
    CosmosContainer leases = leases();
    Queue<String> told = new ConcurrentLinkedQueue<>();
    try (CosmosAsyncClient client =
        new CosmosClientBuilder()
            .endpoint(ACCOUNT.endpoint.endpoint())
            .key(ACCOUNT.endpoint.key())
            .gatewayMode()
            .contentResponseOnWriteEnabled(true)
            .buildAsyncClient()) {
      CosmosAsyncContainer feed = client.getDatabase("twinbus").getContainer(items.getId());
      ChangeFeedProcessor processor =
          new ChangeFeedProcessorBuilder()
              .hostName("host")
              .feedContainer(feed)
              .leaseContainer(client.getDatabase("twinbus").getContainer(leases.getId()))
              .options(
                  new ChangeFeedProcessorOptions()
                      .setFeedPollDelay(Duration.ofMillis(50))
                      .setStartFromBeginning(true))
              .handleChanges(
                  (List<JsonNode> changes) -> changes.forEach(c -> told.add(c.path("id").asText())))
              .buildChangeFeedProcessor();
      items.createItem(Doc.of("before", 1));
      processor.start().block(Duration.ofSeconds(60));
      items.createItem(Doc.of("after", 1));

      await().atMost(Duration.ofSeconds(60)).until(() -> told.contains("after"));
      processor.stop().block(Duration.ofSeconds(60));
    }

    assertThat(told).containsExactly("before", "after");
  }

  private static CosmosContainer leases() {
    ACCOUNT.database.createContainerIfNotExists("leases", "/id", (ThroughputProperties) null);
    return ACCOUNT.database.getContainer("leases");
  }

  private static CosmosChangeFeedRequestOptions fromTheBeginning() {
    return CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
        FeedRange.forFullRange());
  }

  private static CosmosChangeFeedRequestOptions from(String continuation) {
    return CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
  }

  private List<FeedResponse<JsonNode>> read(CosmosChangeFeedRequestOptions options, int pageSize) {
    List<FeedResponse<JsonNode>> pages = new ArrayList<>();
    items
        .queryChangeFeed(options.setMaxItemCount(pageSize), JsonNode.class)
        .iterableByPage()
        .forEach(pages::add);
    return pages;
  }

  private static List<JsonNode> results(List<FeedResponse<JsonNode>> pages) {
    return pages.stream().flatMap(page -> page.getResults().stream()).toList();
  }

  private static String continuation(List<FeedResponse<JsonNode>> pages) {
    return pages.get(pages.size() - 1).getContinuationToken();
  }

  private static List<String> ids(List<JsonNode> changes) {
    return changes.stream().map(change -> change.path("id").asText()).toList();
  }
}

package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Row;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentStoreTest {
  private static final PartitionKey KEY = PartitionKey.parse("[\"s\"]");

  private final TickingClock clock = new TickingClock();
  private final Container items = container(3_600);

  @Test
  void everyWriteGivesAnotherEtagAlsoWhenTheContentIsTheSame() {
    String first = item(items.apply(KEY, new Operation.Create(doc("a", 1)))).etag();

    String second = item(items.apply(KEY, new Operation.Replace("a", doc("a", 1), first))).etag();

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void anEtagThatWasCurrentBeforeADeletionIsStaleForItsSuccessor() {
    String first = item(items.apply(KEY, new Operation.Create(doc("a", 1)))).etag();
    items.apply(KEY, new Operation.Delete("a", first));
    items.apply(KEY, new Operation.Create(doc("a", 1)));

    ItemResult late = items.apply(KEY, new Operation.Replace("a", doc("a", 2), first));

    assertThat(late.outcome()).isEqualTo(ItemOutcome.STALE);
  }

  @Test
  void aRefusedWriteChangesNothing() {
    Item before = item(items.apply(KEY, new Operation.Create(doc("a", 1))));

    ItemResult refused = items.apply(KEY, new Operation.Replace("a", doc("a", 2), "\"other\""));

    assertThat(refused.outcome()).isEqualTo(ItemOutcome.STALE);
    assertThat(item(items.apply(KEY, new Operation.Read("a", null)))).isEqualTo(before);
  }

  @Test
  void changingAContentAfterTheWriteDoesNotChangeTheItem() {
    ObjectNode content = doc("a", 1);
    items.apply(KEY, new Operation.Create(content));

    content.put("value", 99);

    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void clientsCannotSetSystemProperties() {
    Item written =
        item(
            items.apply(KEY, new Operation.Create(doc("a", 1).put("_etag", "mine").put("_ts", 0))));

    assertThat(written.document().path("_etag").asText()).isEqualTo(written.etag());
    assertThat(written.document().path("_ts").asLong()).isEqualTo(clock.instant().getEpochSecond());
  }

  @Test
  void aBatchSeesItsOwnWritesAndLeavesNoneWhenItFails() {
    List<ItemResult> results =
        items.batch(
            KEY,
            List.of(
                new Operation.Create(doc("a", 1)),
                new Operation.Read("a", null),
                new Operation.Create(doc("a", 2)),
                new Operation.Create(doc("b", 1))));

    assertThat(results)
        .extracting(ItemResult::outcome)
        .containsExactly(ItemOutcome.CREATED, ItemOutcome.OK, ItemOutcome.CONFLICT);
    assertThat(items.apply(KEY, new Operation.Read("a", null)).outcome())
        .isEqualTo(ItemOutcome.NOT_FOUND);
    assertThat(ids()).isEmpty();
  }

  @Test
  void aBatchMayDeleteAndCreateTheSameId() {
    items.apply(KEY, new Operation.Create(doc("a", 1)));

    items.batch(KEY, List.of(new Operation.Delete("a", null), new Operation.Create(doc("a", 2))));

    assertThat(value("a")).isEqualTo(2);
    assertThat(ids()).containsExactly("a");
  }

  @Test
  void anExpiredItemIsGoneForEveryVerb() {
    String etag = item(items.apply(KEY, new Operation.Create(doc("a", 1)))).etag();

    clock.tick(Duration.ofHours(1));

    assertThat(items.apply(KEY, new Operation.Read("a", null)).outcome())
        .isEqualTo(ItemOutcome.NOT_FOUND);
    assertThat(items.apply(KEY, new Operation.Replace("a", doc("a", 2), etag)).outcome())
        .isEqualTo(ItemOutcome.NOT_FOUND);
    assertThat(items.apply(KEY, new Operation.Delete("a", null)).outcome())
        .isEqualTo(ItemOutcome.NOT_FOUND);
    assertThat(ids()).isEmpty();
  }

  @Test
  void aContentOfAnotherPartitionIsRefused() {
    ItemResult refused =
        items.apply(PartitionKey.parse("[\"other\"]"), new Operation.Create(doc("a", 1)));

    assertThat(refused.outcome()).isEqualTo(ItemOutcome.BAD_REQUEST);
  }

  @Test
  void theSameIdInAnotherPartitionIsAnotherItem() {
    PartitionKey other = PartitionKey.parse("[\"t\"]");
    items.apply(KEY, new Operation.Create(doc("a", 1)));

    ItemResult created = items.apply(other, new Operation.Create(doc("a", 2).put("session", "t")));

    assertThat(created.outcome()).isEqualTo(ItemOutcome.CREATED);
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void ofWritersThatHoldTheSameEtagOneWins() throws Exception {
    items.apply(KEY, new Operation.Create(doc("a", 0)));
    int writers = 8;
    int rounds = 300;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CyclicBarrier together = new CyclicBarrier(writers);
    Callable<Integer> writer =
        () -> {
          int won = 0;
          for (int round = 0; round < rounds; round++) {
            String etag = item(items.apply(KEY, new Operation.Read("a", null))).etag();
            together.await(60, TimeUnit.SECONDS);
            ItemResult result = items.apply(KEY, new Operation.Replace("a", doc("a", round), etag));
            won += result.outcome() == ItemOutcome.OK ? 1 : 0;
            together.await(60, TimeUnit.SECONDS);
          }
          return won;
        };

    int won = 0;
    for (Future<Integer> future : threads.invokeAll(Collections.nCopies(writers, writer))) {
      won += future.get();
    }
    threads.shutdownNow();

    assertThat(won).isEqualTo(rounds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a\\b", "a?b", "a#b"})
  void idsThatTheServiceRefusesAreRefused(String id) {
    ItemResult refused = items.apply(KEY, new Operation.Create(doc(id, 1)));

    assertThat(refused.outcome()).isEqualTo(ItemOutcome.BAD_REQUEST);
  }

  @Test
  void anItemMayBeExactlyAsLargeAsTheLimit() {
    ObjectNode largest = doc("a", 1).put("body", "");
    largest.put("body", "x".repeat(2 * 1_024 * 1_024 - largest.toString().length()));
    ObjectNode larger = largest.deepCopy().put("value", 10);

    assertThat(items.apply(KEY, new Operation.Create(largest)).outcome())
        .isEqualTo(ItemOutcome.CREATED);
    assertThat(items.apply(KEY, new Operation.Upsert(larger, null)).outcome())
        .isEqualTo(ItemOutcome.TOO_LARGE);
  }

  @Test
  void resourceIdsFindDatabasesAndContainers() {
    DocumentStore store = new DocumentStore(clock);
    var database = store.createDatabase("twinbus").orElseThrow();
    Container container = database.createContainer(definition(60)).orElseThrow();

    assertThat(store.database(database.resourceId())).contains(database);
    assertThat(database.container(container.resourceId())).contains(container);
    assertThat(store.createDatabase("twinbus")).isEmpty();
    assertThat(database.createContainer(definition(60))).isEmpty();
  }

  private Container container(int ttl) {
    return new DocumentStore(clock)
        .createDatabase("twinbus")
        .flatMap(database -> database.createContainer(definition(ttl)))
        .orElseThrow();
  }

  private static ContainerDefinition definition(int ttl) {
    ObjectNode source =
        JsonNodeFactory.instance.objectNode().put("id", "items").put("defaultTtl", ttl);
    source.putObject("partitionKey").putArray("paths").add("/session");
    return ContainerDefinition.parse(source);
  }

  private static ObjectNode doc(String id, int value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("session", "s")
        .put("value", value);
  }

  private static Item item(ItemResult result) {
    @Nullable Item item = result.item();
    return Objects.requireNonNull(item, result.message());
  }

  private int value(String id) {
    return item(items.apply(KEY, new Operation.Read(id, null))).document().path("value").asInt();
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>();
    items
        .rowsAfter(-1, List.of())
        .forEachRemaining((Row row) -> ids.add(row.document().path("id").asText()));
    return ids;
  }
}

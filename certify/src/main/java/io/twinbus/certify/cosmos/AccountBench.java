package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.certify.run.AnswerTimes;
import io.twinbus.certify.run.Measured;
import io.twinbus.certify.run.Pace;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * An account, and a container of it on which checks try Cosmos DB, with a client for each region.
 *
 * <p>Every call blocks for 10 s at most and keeps the pace. Every item has a time to live, so that
 * what is not removed goes by itself. Thread-safe.
 */
public final class AccountBench implements AutoCloseable {

  /** The name of the property that the container is partitioned by. */
  static final String PARTITION = "pk";

  private static final Duration CALL = Duration.ofSeconds(10);
  private static final int KEEP_SECONDS = 3_600;
  private static final int NOT_FOUND = 404;

  private final LedgerAccount account;
  private final Place place;
  private final Pace pace;
  private final AnswerTimes times;
  private final Map<String, CosmosAsyncClient> clients = new LinkedHashMap<>();
  private final List<String[]> created = new ArrayList<>();

  /** Where in the account the container is. */
  record Place(String database, String container) {}

  /**
   * What a write was answered.
   *
   * @param etag of the item now; empty unless the write was done
   */
  record Answer(int status, String etag) {

    boolean isDone() {
      return status < 300;
    }
  }

  AccountBench(LedgerAccount account, Place place, Pace pace) {
    this.account = account;
    this.place = place;
    this.pace = pace;
    this.times = new AnswerTimes(AccountSite.NAME, pace::now);
    for (String region : account.regions()) {
      clients.put(
          region, account.clientIn(region, CosmosOptions.ofDefaults().withCallTimeout(CALL)));
    }
  }

  /** What the account says about itself. */
  LedgerAccount account() {
    return account;
  }

  /** Creates an item. */
  Answer create(String partition, String id, String value) throws InterruptedException {
    return create(partition, id, value, KEEP_SECONDS);
  }

  /** Creates an item that lives for {@code ttlSeconds}. */
  Answer create(String partition, String id, String value, int ttlSeconds)
      throws InterruptedException {
    synchronized (created) {
      created.add(new String[] {partition, id});
    }
    ObjectNode item = item(partition, id, value, ttlSeconds);
    return written(
        "create",
        written().createItem(item, new PartitionKey(partition), new CosmosItemRequestOptions()));
  }

  /** Replaces an item if its ETag is {@code etag}. */
  Answer replace(String partition, String id, String value, String etag)
      throws InterruptedException {
    return written(
        "replace",
        written()
            .replaceItem(
                item(partition, id, value, KEEP_SECONDS),
                id,
                new PartitionKey(partition),
                new CosmosItemRequestOptions().setIfMatchETag(etag)));
  }

  /** The value of an item as the write region has it; empty: it has none. */
  Optional<String> read(String partition, String id) throws InterruptedException {
    return read(account.writeRegions().get(0), partition, id);
  }

  /** The value of an item as {@code region} has it; empty: it has none. */
  Optional<String> read(String region, String partition, String id) throws InterruptedException {
    pace.await();
    try {
      JsonNode item =
          times
              .timed(
                  "read in " + region,
                  () ->
                      awaited(
                          container(region)
                              .readItem(id, new PartitionKey(partition), JsonNode.class)))
              .getItem();
      return Optional.of(item.path("value").asText());
    } catch (CosmosException e) {
      if (e.getStatusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The ids of a partition's items, by a query. */
  List<String> query(String partition) throws InterruptedException {
    pace.await();
    Mono<List<String>> ids =
        written()
            .queryItems(
                "SELECT * FROM c",
                new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(partition)),
                JsonNode.class)
            .map(item -> item.path("id").asText())
            .collectList();
    return times.timed("query", () -> awaited(ids)).stream().sorted().toList();
  }

  /** Removes all items that were created here and are still there. */
  void removeItems() {
    List<String[]> all;
    synchronized (created) {
      all = List.copyOf(created);
      created.clear();
    }
    for (String[] one : all) {
      try {
        var unused = awaited(written().deleteItem(one[1], new PartitionKey(one[0])));
      } catch (CosmosException e) {
        if (e.getStatusCode() != NOT_FOUND) {
          throw e;
        }
      }
    }
  }

  /** How fast the account answered so far. */
  List<Measured> measured() {
    return times.measured();
  }

  /** Waits. */
  void pauseFor(Duration time) throws InterruptedException {
    pace.pauseFor(time);
  }

  /** The present by a clock that never jumps. */
  MonotonicTime now() {
    return pace.now();
  }

  private Answer written(String kind, Mono<? extends CosmosItemResponse<?>> write)
      throws InterruptedException {
    pace.await();
    try {
      CosmosItemResponse<?> response = times.timed(kind, () -> awaited(write));
      return new Answer(response.getStatusCode(), response.getETag());
    } catch (CosmosException e) {
      return new Answer(e.getStatusCode(), "");
    }
  }

  private static ObjectNode item(String partition, String id, String value, int ttlSeconds) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put(PARTITION, partition)
        .put("value", value)
        .put("ttl", ttlSeconds);
  }

  private CosmosAsyncContainer written() {
    return container(account.writeRegions().get(0));
  }

  private CosmosAsyncContainer container(String region) {
    CosmosAsyncClient client = clients.get(region);
    if (client == null) {
      throw new IllegalStateException("The account has no region %s.".formatted(region));
    }
    return client.getDatabase(place.database()).getContainer(place.container());
  }

  /** A client whose reads go to the write region. */
  CosmosAsyncClient client() {
    return clients.values().iterator().next();
  }

  static <T> T awaited(Mono<T> call) {
    return call.blockOptional(CALL.plusSeconds(5)).orElseThrow();
  }

  @Override
  public void close() {
    clients.values().forEach(CosmosAsyncClient::close);
  }
}

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
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.EntityKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The containers of a ledger in the database that a person has prepared: for the closing run of an
 * identity, which can make none. One run at a time works there; a marker beside them names it.
 */
final class PreparedLedger {

  /** The container of its sessions. */
  static final String SESSIONS = "ledger";

  /** The container of its leases. */
  static final String LEASES = "ledger-leases";

  private static final String MARKER = "closing-run";
  private static final String QUEUES_OF_RUNS = EntityKey.ofQueue(RunName.PREFIX).value();
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;
  private static final int MOST_ITEMS = 10_000;

  private final CosmosAsyncClient client;
  private final String database;
  private final String markers;

  /** The one in {@code database}, whose container {@code markers} takes the marker. */
  PreparedLedger(CosmosAsyncClient client, String database, String markers) {
    this.client = client;
    this.database = database;
    this.markers = markers;
  }

  /**
   * Takes it for {@code run} and empties it of what a crashed run has left; answers why it could
   * not, or nothing.
   *
   * @throws Exception when the account refuses or does not answer
   */
  Optional<String> take(RunName run, Instant now, Belongings belongings) throws Exception {
    Optional<String> missing = missing(SESSIONS).or(() -> missing(LEASES));
    if (missing.isPresent()) {
      return missing;
    }
    if (holdsRecordsOfNoRun()) {
      return Optional.of(
          "The container '%s' of the database '%s' holds records that no run has made: they are left alone. Give the run an empty one."
              .formatted(SESSIONS, database));
    }
    Optional<String> other = otherRun(now);
    if (other.isPresent()) {
      return other;
    }
    try {
      belongings.make(
          "records in the database " + database,
          () -> {
            var unused =
                AccountBench.awaited(
                    container(markers)
                        .createItem(marker(run), key(), new CosmosItemRequestOptions()));
            empty();
          },
          () -> giveBack(run));
    } catch (CosmosException e) {
      if (e.getStatusCode() == CONFLICT) {
        return Optional.of(
            "Another run has taken the database '%s' this moment: try again when it is over."
                .formatted(database));
      }
      throw e;
    }
    return Optional.empty();
  }

  private Optional<String> missing(String container) {
    try {
      var unused = AccountBench.awaited(container(container).read());
      return Optional.empty();
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw e;
      }
      return Optional.of(
          "The database '%s' has no container '%s', which an identity cannot make: have it made by the commands above."
              .formatted(database, container));
    }
  }

  private boolean holdsRecordsOfNoRun() {
    return items(SESSIONS).stream()
        .map(item -> item.path("queue").asText())
        .anyMatch(queue -> !queue.isEmpty() && !queue.startsWith(QUEUES_OF_RUNS));
  }

  /** The marker of a run that is over is removed, unless another run was quicker. */
  private Optional<String> otherRun(Instant now) {
    Optional<CosmosItemResponse<JsonNode>> found = readMarker();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    String name = found.get().getItem().path("run").asText();
    if (RunName.read(name).filter(run -> !run.isOver(now)).isPresent()) {
      return Optional.of(
          "The run %s may still be at work in the database '%s': try again after the time in its name."
              .formatted(name, database));
    }
    remove(markers, MARKER, MARKER, found.get().getETag());
    return Optional.empty();
  }

  private Optional<CosmosItemResponse<JsonNode>> readMarker() {
    try {
      return Optional.of(
          AccountBench.awaited(container(markers).readItem(MARKER, key(), JsonNode.class)));
    } catch (CosmosException e) {
      if (e.getStatusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Nothing, where the marker is another run's. */
  private void giveBack(RunName run) {
    Optional<CosmosItemResponse<JsonNode>> found =
        readMarker().filter(item -> item.getItem().path("run").asText().equals(run.text()));
    if (found.isPresent()) {
      empty();
      remove(markers, MARKER, MARKER, found.get().getETag());
    }
  }

  private void empty() {
    for (String container : List.of(SESSIONS, LEASES)) {
      for (JsonNode item : items(container)) {
        remove(
            container,
            item.path("id").asText(),
            item.path(AccountBench.PARTITION).asText(),
            item.path("_etag").asText());
      }
    }
  }

  private List<JsonNode> items(String container) {
    return AccountBench.awaited(
        container(container)
            .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
            .take(MOST_ITEMS)
            .collectList());
  }

  private void remove(String container, String id, String partition, String etag) {
    try {
      var unused =
          AccountBench.awaited(
              container(container)
                  .deleteItem(
                      id,
                      new PartitionKey(partition),
                      new CosmosItemRequestOptions().setIfMatchETag(etag)));
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND && e.getStatusCode() != PRECONDITION_FAILED) {
        throw e;
      }
    }
  }

  private static ObjectNode marker(RunName run) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", MARKER)
        .put(AccountBench.PARTITION, MARKER)
        .put("run", run.text());
  }

  private static PartitionKey key() {
    return new PartitionKey(MARKER);
  }

  private CosmosAsyncContainer container(String name) {
    return client.getDatabase(database).getContainer(name);
  }
}

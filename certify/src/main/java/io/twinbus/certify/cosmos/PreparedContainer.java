package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import java.util.List;
import java.util.Optional;

/**
 * A container that a person has made for runs, as one run finds, fills and empties it. Blocks.
 *
 * <p>A ledger's container says in one document whose it is: a closing run's names the run. Emptying
 * it removes that document last, so that what an interrupted removal leaves can still be known.
 */
record PreparedContainer(CosmosAsyncContainer container) {

  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;

  /** A closing run leaves some hundred records. */
  private static final int MOST_ITEMS = 10_000;

  /** Why a closing run cannot have its records there; empty: it can. */
  Optional<String> whyNotARuns() {
    if (!exists()) {
      return Optional.of(
          "The database '%s' has no container '%s', which an identity cannot make: have it made by the commands above."
              .formatted(container.getDatabase().getId(), container.getId()));
    }
    Optional<String> owner = owner().map(document -> document.path("cluster").asText());
    boolean isFree =
        owner.isPresent() ? owner.flatMap(RunName::read).isPresent() : items(1).isEmpty();
    return isFree
        ? Optional.empty()
        : Optional.of(
            "The container '%s' of the database '%s' holds records that no run has made%s: they are left alone. Give the run an empty one."
                .formatted(
                    container.getId(),
                    container.getDatabase().getId(),
                    owner.map(" (of the cluster '%s')"::formatted).orElse("")));
  }

  private boolean exists() {
    try {
      var unused = AccountBench.awaited(container.read());
      return true;
    } catch (CosmosException e) {
      return absent(e);
    }
  }

  private Optional<JsonNode> owner() {
    return read(DocumentNames.DEPLOYMENT_ID, DocumentNames.DEPLOYMENT_PARTITION);
  }

  /** An item, with its ETag; empty: there is none. */
  Optional<JsonNode> read(String id, String partition) {
    try {
      return Optional.of(
          AccountBench.awaited(container.readItem(id, new PartitionKey(partition), JsonNode.class))
              .getItem());
    } catch (CosmosException e) {
      absent(e);
      return Optional.empty();
    }
  }

  /** Creates an item; a {@link CosmosException} says that there is one. */
  void create(JsonNode item, String partition) {
    var unused =
        AccountBench.awaited(
            container.createItem(
                item, new PartitionKey(partition), new CosmosItemRequestOptions()));
  }

  /** Removes {@code item} unless it was changed since it was read, or is gone. */
  void remove(JsonNode item) {
    try {
      var unused =
          AccountBench.awaited(
              container.deleteItem(
                  item.path("id").asText(),
                  new PartitionKey(item.path(AccountBench.PARTITION).asText()),
                  new CosmosItemRequestOptions().setIfMatchETag(item.path("_etag").asText())));
    } catch (CosmosException e) {
      if (e.getStatusCode() != PRECONDITION_FAILED) {
        absent(e);
      }
    }
  }

  /** Removes all items, and last the one that says whose they are. */
  void empty() {
    for (JsonNode item : items(MOST_ITEMS)) {
      if (!item.path("id").asText().equals(DocumentNames.DEPLOYMENT_ID)) {
        remove(item);
      }
    }
    owner().ifPresent(this::remove);
  }

  private List<JsonNode> items(int most) {
    return AccountBench.awaited(
        container
            .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
            .take(most)
            .collectList());
  }

  /** False, for HTTP 404; throws what else went wrong. */
  private static boolean absent(CosmosException failure) {
    if (failure.getStatusCode() != NOT_FOUND) {
      throw failure;
    }
    return false;
  }
}

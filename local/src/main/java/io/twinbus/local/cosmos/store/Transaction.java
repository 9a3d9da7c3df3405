package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes to one partition that become visible together. Used under the container's lock only. */
final class Transaction {
  private final Container container;
  private final PartitionKey key;
  private final Map<String, Optional<Item>> changes = new LinkedHashMap<>();

  Transaction(Container container, PartitionKey key) {
    this.container = container;
    this.key = key;
  }

  @Nullable Item find(String id) {
    Optional<Item> changed = changes.get(id);
    return changed != null ? changed.orElse(null) : container.find(key, id);
  }

  /** What speaks against storing this content under this id; empty if nothing does. */
  Optional<ItemResult> refusal(String id, ObjectNode content) {
    if (!content.path("id").asText("").equals(id)) {
      return Optional.of(
          ItemResult.failed(
              ItemOutcome.BAD_REQUEST, "The content's id is not the one that the request names."));
    }
    Optional<ItemResult> limit = Limits.refusal(id, content);
    if (limit.isPresent()) {
      return limit;
    }
    boolean here = PartitionKey.in(content, container.definition().partitionKeyPaths()).equals(key);
    return here
        ? Optional.empty()
        : Optional.of(
            ItemResult.failed(
                ItemOutcome.BAD_REQUEST,
                "The content's partition key is not the one that the request names."));
  }

  Item insert(String id, ObjectNode content) {
    return changed(container.versions().first(id, content));
  }

  Item replace(Item current, ObjectNode content) {
    return changed(container.versions().next(current, content));
  }

  void delete(Item current) {
    changes.put(current.id(), Optional.empty());
  }

  void commit() {
    for (Map.Entry<String, Optional<Item>> change : changes.entrySet()) {
      Item before = container.find(key, change.getKey());
      if (before != null) {
        container.remove(key, before);
      }
      change.getValue().ifPresent(item -> container.put(key, item));
    }
  }

  private Item changed(Item item) {
    changes.put(item.id(), Optional.of(item));
    return item;
  }
}

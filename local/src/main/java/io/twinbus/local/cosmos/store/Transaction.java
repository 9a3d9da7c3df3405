package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes to one partition that become visible together. Used under the container's lock only. */
final class Transaction {
  private final Container container;
  private final PartitionKey key;
  private final Limits limits;
  private final Map<String, Optional<Item>> changes = new LinkedHashMap<>();
  private long growth;

  Transaction(Container container, PartitionKey key, Limits limits) {
    this.container = container;
    this.key = key;
    this.limits = limits;
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
    Optional<ItemResult> limit = limits.refusal(id, key, content);
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

  /** Stores content under a new id. */
  ItemResult insert(String id, ObjectNode content) {
    return stored(ItemOutcome.CREATED, container.versions().first(id, key, content), 0);
  }

  /** Stores content in place of a version. */
  ItemResult replace(Item current, ObjectNode content) {
    return stored(ItemOutcome.OK, container.versions().next(current, content), current.bytes());
  }

  void delete(Item current) {
    growth -= current.bytes();
    changes.put(current.id(), Optional.empty());
  }

  /** Whether nothing has changed. */
  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** The changes as they stand. */
  List<Change.ItemChange> changes() {
    return changes.entrySet().stream()
        .map(change -> new Change.ItemChange(change.getKey(), change.getValue().orElse(null)))
        .toList();
  }

  private ItemResult stored(ItemOutcome outcome, Item item, int bytesBefore) {
    growth += item.bytes() - bytesBefore;
    Optional<ItemResult> refusal = limits.refusal(item, container.bytes(key), growth);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (container.uniqueKeys().claims(key, item.document()).stream()
        .anyMatch(claim -> isTaken(claim, item.id()))) {
      return ItemResult.failed(
          ItemOutcome.CONFLICT,
          "Another item of this partition has the values of a unique key that '"
              + item.id()
              + "' has.");
    }
    changes.put(item.id(), Optional.of(item));
    return ItemResult.of(outcome, item);
  }

  /** Whether an item other than this one has the values, as the changes so far leave it. */
  private boolean isTaken(UniqueKeys.Claim claim, String id) {
    String holder = container.uniqueKeys().holder(claim);
    boolean stored =
        holder != null
            && !holder.equals(id)
            && !changes.containsKey(holder)
            && container.find(key, holder) != null;
    return stored
        || changes.values().stream()
            .flatMap(Optional::stream)
            .filter(changed -> !changed.id().equals(id))
            .anyMatch(
                changed -> container.uniqueKeys().claims(key, changed.document()).contains(claim));
  }
}

package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that a client does to one item.
 *
 * <p>Where an operation takes {@code ifMatch}, null means whatever version is there. Immutable;
 * contents handed over are not changed afterwards.
 */
public sealed interface Operation {
  /** Does it within a transaction. */
  ItemResult in(Transaction transaction);

  /** Stores an item that must not exist. */
  record Create(ObjectNode content) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      String id = idOf(content);
      Optional<ItemResult> refusal = transaction.refusal(id, content);
      if (refusal.isPresent()) {
        return refusal.get();
      }
      return transaction.find(id) == null
          ? transaction.insert(id, content)
          : ItemResult.failed(
              ItemOutcome.CONFLICT, "There is an item '" + id + "' in this partition already.");
    }
  }

  /** Stores an item whether it exists or not; {@code ifMatch} counts where it does. */
  record Upsert(ObjectNode content, @Nullable String ifMatch) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      String id = idOf(content);
      return transaction.find(id) == null
          ? new Create(content).in(transaction)
          : new Replace(id, content, ifMatch).in(transaction);
    }
  }

  /** Reads an item; {@code ifNoneMatch} is the version that the caller has already. */
  record Read(String id, @Nullable String ifNoneMatch) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      Item current = transaction.find(id);
      if (current == null) {
        return ItemResult.notFound(id);
      }
      boolean known = current.etag().equals(ifNoneMatch);
      return ItemResult.of(known ? ItemOutcome.NOT_MODIFIED : ItemOutcome.OK, current);
    }
  }

  /** Stores a new version of an item that exists. */
  record Replace(String id, ObjectNode content, @Nullable String ifMatch) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      Item current = transaction.find(id);
      if (current == null) {
        return ItemResult.notFound(id);
      }
      if (isStale(current, ifMatch)) {
        return ItemResult.stale(id);
      }
      return transaction
          .refusal(id, content)
          .orElseGet(() -> transaction.replace(current, content));
    }
  }

  /** Removes an item. */
  record Delete(String id, @Nullable String ifMatch) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      Item current = transaction.find(id);
      if (current == null) {
        return ItemResult.notFound(id);
      }
      if (isStale(current, ifMatch)) {
        return ItemResult.stale(id);
      }
      transaction.delete(current);
      return ItemResult.of(ItemOutcome.DELETED, current);
    }
  }

  /** Changes parts of an item where its condition holds. */
  record Patch(String id, PatchDocument patch, @Nullable String ifMatch) implements Operation {
    @Override
    public ItemResult in(Transaction transaction) {
      Item current = transaction.find(id);
      if (current == null) {
        return ItemResult.notFound(id);
      }
      if (isStale(current, ifMatch)) {
        return ItemResult.stale(id);
      }
      if (!patch.condition().map(condition -> condition.holds(current.document())).orElse(true)) {
        return ItemResult.failed(
            ItemOutcome.CONDITION_FALSE, "The patch's condition does not hold for '" + id + "'.");
      }
      try {
        return new Replace(id, patch.applied(current.document()), null).in(transaction);
      } catch (PatchException e) {
        return ItemResult.failed(ItemOutcome.BAD_REQUEST, e.getMessage());
      }
    }
  }

  private static String idOf(ObjectNode content) {
    return content.path("id").asText("");
  }

  private static boolean isStale(Item current, @Nullable String ifMatch) {
    return ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(current.etag());
  }
}

package io.twinbus.local.cosmos.store;

import org.jspecify.annotations.Nullable;

/**
 * The result of one operation on an item.
 *
 * @param item the item as it is now, where the operation succeeded and left one
 * @param message one sentence when it failed
 */
public record ItemResult(ItemOutcome outcome, @Nullable Item item, String message) {
  static ItemResult of(ItemOutcome outcome, Item item) {
    return new ItemResult(outcome, item, "");
  }

  static ItemResult failed(ItemOutcome outcome, String message) {
    return new ItemResult(outcome, null, message);
  }

  static ItemResult notFound(String id) {
    return failed(ItemOutcome.NOT_FOUND, "There is no item '" + id + "' in this partition.");
  }

  static ItemResult stale(String id) {
    return failed(
        ItemOutcome.STALE, "Item '" + id + "' has another version than the one asked for.");
  }
}

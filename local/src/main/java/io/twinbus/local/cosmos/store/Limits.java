package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The service's limits on items: 2 MB of JSON, ids of 1 to 1,023 bytes without {@code / \ ? #}, a
 * partition key of at most 2,048 bytes, a valid TTL.
 *
 * @param partitionBytes what the items of one logical partition may hold together; the service's is
 *     20 GB
 */
public record Limits(long partitionBytes) {
  static final int MAX_ITEM_BYTES = 2 * 1_024 * 1_024;
  private static final int MAX_ID_BYTES = 1_023;
  private static final int MAX_KEY_BYTES = 2_048;
  private static final long PARTITION_BYTES = 20L * 1_024 * 1_024 * 1_024;

  public Limits {
    if (partitionBytes < 1) {
      throw new IllegalArgumentException(
          "A partition holds at least 1 byte, not " + partitionBytes + ".");
    }
  }

  /** The service's limits. */
  public static Limits ofTheService() {
    return new Limits(PARTITION_BYTES);
  }

  /** What speaks against an item of this id, place and content; empty if nothing does. */
  Optional<ItemResult> refusal(String id, PartitionKey key, ObjectNode content) {
    int idBytes = id.getBytes(StandardCharsets.UTF_8).length;
    if (idBytes == 0
        || idBytes > MAX_ID_BYTES
        || id.chars().anyMatch(c -> "/\\?#".indexOf(c) >= 0)) {
      return bad("An item's id has 1 to " + MAX_ID_BYTES + " bytes and none of / \\ ? #.");
    }
    if (key.json().length() > MAX_KEY_BYTES
        && key.first().getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
      return bad("A partition key has at most " + MAX_KEY_BYTES + " bytes.");
    }
    JsonNode ttl = content.path("ttl");
    if (!ttl.isMissingNode() && !(ttl.isInt() && (ttl.intValue() == -1 || ttl.intValue() > 0))) {
      return bad("An item's ttl is -1 or at least 1 second, not " + ttl + ".");
    }
    return Optional.empty();
  }

  /** What speaks against storing this item where a partition grows by so much. */
  Optional<ItemResult> refusal(Item item, long bytesBefore, long growth) {
    if (item.bytes() > MAX_ITEM_BYTES) {
      return Optional.of(
          ItemResult.failed(
              ItemOutcome.TOO_LARGE, "The item is larger than " + MAX_ITEM_BYTES + " bytes."));
    }
    if (growth > 0 && bytesBefore + growth > partitionBytes) {
      return Optional.of(
          ItemResult.failed(
              ItemOutcome.PARTITION_FULL,
              "The logical partition has reached its maximum size of "
                  + partitionBytes
                  + " bytes."));
    }
    return Optional.empty();
  }

  private static Optional<ItemResult> bad(String message) {
    return Optional.of(ItemResult.failed(ItemOutcome.BAD_REQUEST, message));
  }
}

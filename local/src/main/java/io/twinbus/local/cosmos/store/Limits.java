package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The service's limits on an item: 2 MB of JSON, ids of 1 to 1,023 bytes without {@code / \ ? #}, a
 * valid TTL.
 */
final class Limits {
  static final int MAX_ITEM_BYTES = 2 * 1_024 * 1_024;
  private static final int MAX_ID_BYTES = 1_023;

  private Limits() {}

  static Optional<ItemResult> refusal(String id, ObjectNode content) {
    int idBytes = id.getBytes(StandardCharsets.UTF_8).length;
    if (idBytes == 0 || idBytes > MAX_ID_BYTES || id.matches(".*[/\\\\?#].*")) {
      return bad("An item's id has 1 to " + MAX_ID_BYTES + " bytes and none of / \\ ? #.");
    }
    JsonNode ttl = content.path("ttl");
    if (!ttl.isMissingNode()
        && !ttl.isNull()
        && !(ttl.isInt() && (ttl.intValue() == -1 || ttl.intValue() > 0))) {
      return bad("An item's ttl is -1 or at least 1 second, not " + ttl + ".");
    }
    if (content.toString().getBytes(StandardCharsets.UTF_8).length > MAX_ITEM_BYTES) {
      return Optional.of(
          ItemResult.failed(
              ItemOutcome.TOO_LARGE, "The item is larger than " + MAX_ITEM_BYTES + " bytes."));
    }
    return Optional.empty();
  }

  private static Optional<ItemResult> bad(String message) {
    return Optional.of(ItemResult.failed(ItemOutcome.BAD_REQUEST, message));
  }
}

package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Filter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of a container and the items that hold their values: no two items of a partition
 * have the same values at all paths of a key. A missing property counts as null.
 *
 * <p>Used under the container's lock.
 */
final class UniqueKeys {
  private final List<List<JsonPointer>> keys;
  private final Map<Claim, String> holders = new HashMap<>();

  UniqueKeys(UniqueKeyPolicy policy) {
    this.keys =
        policy.keys().stream().map(key -> key.stream().map(JsonPointer::compile).toList()).toList();
  }

  void add(Item item) {
    claims(item.partition(), item.document()).forEach(claim -> holders.put(claim, item.id()));
  }

  void remove(Item item) {
    // A value may have passed to another item of the same batch already.
    claims(item.partition(), item.document()).forEach(claim -> holders.remove(claim, item.id()));
  }

  /** The id of the stored item that holds these values; null if there is none. */
  @Nullable String holder(Claim claim) {
    return holders.get(claim);
  }

  /** The values that this content needs for itself, one claim a key. */
  List<Claim> claims(PartitionKey partition, ObjectNode content) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<Claim> claims = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      claims.add(
          new Claim(
              partition, i, keys.get(i).stream().map(path -> value(content.at(path))).toList()));
    }
    return claims;
  }

  private static Object value(JsonNode node) {
    Object scalar = Filter.indexed(node.isMissingNode() ? NullNode.getInstance() : node);
    return scalar == null ? node : scalar;
  }

  /** Values at the paths of one key, in one partition. */
  record Claim(PartitionKey partition, int key, List<Object> values) {}
}

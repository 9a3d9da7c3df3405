package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a container was created with.
 *
 * @param partitionKeyPaths such as {@code /session}
 * @param defaultTtlSeconds empty: nothing expires; -1: only items with a TTL of their own do
 * @param uniqueKeys which values no two items of a partition share
 * @param indexing what queries are charged by, and which filters need not read every item
 * @param source the definition as the client wrote it
 */
public record ContainerDefinition(
    String id,
    List<String> partitionKeyPaths,
    OptionalInt defaultTtlSeconds,
    UniqueKeyPolicy uniqueKeys,
    IndexingPolicy indexing,
    ObjectNode source) {

  /**
   * Reads a client's definition.
   *
   * @throws IllegalArgumentException if the id or the partition key is missing, or the TTL, the
   *     unique keys or the indexing policy are none
   */
  public static ContainerDefinition parse(ObjectNode source) {
    String id = source.path("id").asText("");
    List<String> paths = new ArrayList<>();
    source.path("partitionKey").path("paths").forEach(path -> paths.add(path.asText()));
    if (id.isEmpty() || paths.isEmpty() || !paths.stream().allMatch(path -> path.startsWith("/"))) {
      throw new IllegalArgumentException(
          "A container needs an id and a partition key path such as /session.");
    }
    return new ContainerDefinition(
        id,
        List.copyOf(paths),
        defaultTtl(source.path("defaultTtl")),
        UniqueKeyPolicy.parse(source.path("uniqueKeyPolicy")),
        IndexingPolicy.parse(source.path("indexingPolicy")),
        source);
  }

  /** Refuses a definition that changes what is fixed when a container is made. */
  void requireReplaceableBy(ContainerDefinition next) {
    require(id.equals(next.id), "id");
    require(partitionKeyPaths.equals(next.partitionKeyPaths), "partition key");
    require(uniqueKeys.equals(next.uniqueKeys), "unique keys");
  }

  private void require(boolean same, String fixed) {
    if (!same) {
      throw new IllegalArgumentException(
          "The " + fixed + " of container '" + id + "' cannot be changed after it was made.");
    }
  }

  private static OptionalInt defaultTtl(JsonNode ttl) {
    if (ttl.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!ttl.isInt() || ttl.intValue() == 0 || ttl.intValue() < -1) {
      throw new IllegalArgumentException("defaultTtl is -1 or at least 1 second, not " + ttl + ".");
    }
    return OptionalInt.of(ttl.intValue());
  }
}

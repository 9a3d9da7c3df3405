package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The paths whose values are unique in a partition, one list a key. Immutable. */
record UniqueKeyPolicy(List<List<String>> keys) {
  private static final int MAX_KEYS = 10;
  private static final int MAX_PATHS = 16;

  /**
   * Reads a policy as clients write it; a missing one has no keys.
   *
   * @throws IllegalArgumentException if a key has no path, or there are more than the service takes
   */
  static UniqueKeyPolicy parse(JsonNode source) {
    List<List<String>> keys = new ArrayList<>();
    for (JsonNode key : source.path("uniqueKeys")) {
      List<String> paths = new ArrayList<>();
      key.path("paths").forEach(path -> paths.add(path.asText()));
      boolean valid = paths.stream().allMatch(path -> path.length() > 1 && path.startsWith("/"));
      if (paths.isEmpty() || paths.size() > MAX_PATHS || !valid) {
        throw new IllegalArgumentException(
            "A unique key has 1 to " + MAX_PATHS + " paths such as /email, not " + paths + ".");
      }
      keys.add(List.copyOf(paths));
    }
    if (keys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "A container has at most " + MAX_KEYS + " unique keys, not " + keys.size() + ".");
    }
    return new UniqueKeyPolicy(List.copyOf(keys));
  }
}

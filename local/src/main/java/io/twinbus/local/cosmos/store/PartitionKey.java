package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The value that says which items stand together, as a compact JSON array such as {@code
 * ["1Z999"]}.
 *
 * <p>An item without the property is in the partition <code>[{}]</code>.
 */
public record PartitionKey(String json) {
  /** Where items without the property stand. */
  public static final PartitionKey NONE = new PartitionKey("[{}]");

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads a client's array.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PartitionKey parse(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      if (node instanceof ArrayNode array && !array.isEmpty()) {
        return new PartitionKey(array.toString());
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The partition key is no JSON array.", e);
    }
    throw new IllegalArgumentException("The partition key is no JSON array with a value.");
  }

  /** The first value as text; empty if it is none that has a text. */
  public String first() {
    return values().path(0).asText("");
  }

  /** The values, one a path; an empty object stands for a missing one. */
  JsonNode values() {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A key is JSON", e);
    }
  }

  /** The key that a document holds at the container's paths. */
  static PartitionKey in(ObjectNode document, List<String> paths) {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    for (String path : paths) {
      JsonNode value = document.at(path);
      values.add(value.isMissingNode() ? JsonNodeFactory.instance.objectNode() : value);
    }
    return new PartitionKey(values.toString());
  }
}

package io.twinbus.ops.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON documents as text. Thread-safe. */
public final class JsonText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonText() {}

  /** {@code node} over several lines, for people and programs alike. */
  public static String pretty(JsonNode node) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A JSON tree can always be written.", e);
    }
  }

  /** {@code node} on one line. */
  public static String line(JsonNode node) {
    return node.toString();
  }
}

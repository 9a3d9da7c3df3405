package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The place after the last match of a page, so that documents written between two pages neither
 * repeat nor hide others.
 *
 * @param number the last match's document
 * @param within the last match's place among those of its document, of which joins make several
 * @param matched how many matches were consumed so far, those that OFFSET passes over included; of
 *     grouped and distinct results, how many were shown
 * @param ordered the last match's ORDER BY values, a missing node where one is undefined
 */
public record Resume(long number, int within, long matched, List<JsonNode> ordered) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Before the first document. */
  public static final Resume START = new Resume(-1, 0, 0, List.of());

  public Resume {
    ordered = List.copyOf(ordered);
  }

  static Resume afterResults(long shown) {
    return new Resume(START.number, 0, shown, List.of());
  }

  /** The continuation token that {@link #parse} reads. */
  public String token() {
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("n", number).put("w", within).put("m", matched);
    ArrayNode values = node.putArray("o");
    for (JsonNode value : ordered) {
      ArrayNode one = values.addArray(); // an undefined value is an array without an element
      if (!value.isMissingNode()) {
        one.add(value);
      }
    }
    return Base64.getEncoder().encodeToString(node.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a continuation token.
   *
   * @throws SqlException if it is none of ours
   */
  public static Resume parse(String token) {
    try {
      JsonNode node =
          JSON.readTree(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
      boolean ours =
          node.path("n").isIntegralNumber()
              && node.path("w").isInt()
              && node.path("m").isIntegralNumber()
              && node.path("o").isArray();
      if (ours) {
        List<JsonNode> ordered = new ArrayList<>();
        node.path("o").forEach(value -> ordered.add(value.path(0)));
        return new Resume(
            node.path("n").longValue(),
            node.path("w").intValue(),
            node.path("m").longValue(),
            ordered);
      }
    } catch (IllegalArgumentException | JsonProcessingException e) {
      throw foreign();
    }
    throw foreign();
  }

  private static SqlException foreign() {
    return new SqlException("The continuation token is none that this endpoint gave.");
  }
}

package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The place after the last match of a page, so that documents written between two pages neither
 * repeat nor hide others.
 *
 * @param number the last match's row number
 * @param matched how many matches were consumed so far, those that OFFSET passes over included
 * @param ordered the last match's ORDER BY value; a missing node without ORDER BY or where it is
 *     undefined
 */
public record Resume(long number, long matched, JsonNode ordered) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Before the first row. */
  public static final Resume START = new Resume(-1, 0, MissingNode.getInstance());

  /** The continuation token that {@link #parse} reads. */
  public String token() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("n", number).put("m", matched);
    if (!ordered.isMissingNode()) {
      node.set("o", ordered);
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
      if (!node.path("n").isIntegralNumber() || !node.path("m").isIntegralNumber()) {
        throw new SqlException("The continuation token is none that this endpoint gave.");
      }
      return new Resume(node.path("n").longValue(), node.path("m").longValue(), node.path("o"));
    } catch (IllegalArgumentException | JsonProcessingException e) {
      throw new SqlException("The continuation token is none that this endpoint gave.");
    }
  }
}

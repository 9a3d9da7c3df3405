package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON bodies of requests and replies. */
final class Json {
  /** The service's own bound. */
  private static final int MAX_DEPTH = 128;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
              .build());

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static JsonNode read(Content body) {
    try {
      JsonNode node = MAPPER.readTree(body.bytes());
      if (node != null && !node.isMissingNode()) {
        return node;
      }
    } catch (IOException e) {
      throw new BadRequestException(
          "The request's body is no JSON, or nests deeper than " + MAX_DEPTH + " levels.");
    }
    throw new BadRequestException("The request has no body.");
  }

  /** Reads JSON that stands in a header. */
  static JsonNode read(String header) {
    return read(Content.of(header.getBytes(StandardCharsets.UTF_8)));
  }

  static ObjectNode readObject(Content body) {
    if (read(body) instanceof ObjectNode object) {
      return object;
    }
    throw new BadRequestException("The request's body is no JSON object.");
  }

  static Content content(JsonNode node) {
    try {
      return Content.of(MAPPER.writeValueAsBytes(node));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}

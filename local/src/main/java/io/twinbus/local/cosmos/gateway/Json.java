package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON bodies of requests and replies. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

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
      throw new BadRequestException("The request's body is no JSON.");
    }
    throw new BadRequestException("The request has no body.");
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

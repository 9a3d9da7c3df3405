package io.twinbus.rehearsal.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.twinbus.rehearsal.input.InputMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a message says about its session's state before and after it.
 *
 * <p>Where the messages of an input carry this, effects check themselves: each {@code before} is
 * the {@code after} of the effect ahead of it.
 */
record Link(JsonNode before, JsonNode after) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The link in {@code body}; empty when it has no {@code before} or no {@code after}. */
  static Optional<Link> in(String body) {
    try {
      JsonNode json = JSON.readTree(body);
      return json.has("before") && json.has("after")
          ? Optional.of(new Link(json.get("before"), json.get("after")))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Whether every message has a link and the links of each session hold in the input itself. */
  static boolean chain(Iterable<InputMessage> messages) {
    Map<String, JsonNode> ends = new HashMap<>();
    for (InputMessage message : messages) {
      Optional<Link> link = in(message.body());
      if (link.isEmpty()) {
        return false;
      }
      JsonNode end = ends.put(message.session().value(), link.get().after());
      if (!link.get().before().equals(end == null ? NullNode.instance : end)) {
        return false;
      }
    }
    return true;
  }
}

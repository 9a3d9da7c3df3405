package io.twinbus.rehearsal.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.nio.charset.StandardCharsets;

/** Turns a line of JSON into a message: session and id from its fields, the whole line as body. */
final class InputLine {

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(JsonNode.class);

  private InputLine() {}

  static InputMessage parse(String text, long line, FieldNames fields) {
    JsonNode json;
    try {
      json = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InputException("Line %d is no JSON.".formatted(line));
    }
    if (!json.isObject()) {
      throw new InputException("Line %d is no JSON object.".formatted(line));
    }
    String session = field(json, fields.session(), line);
    String id = field(json, fields.id(), line);
    try {
      return new InputMessage(new SessionId(session), new MessageId(id), text, line);
    } catch (InvalidNameException e) {
      throw new InputException("Line %d: %s".formatted(line, e.getMessage()));
    }
  }

  private static String field(JsonNode json, String name, long line) {
    JsonNode value = json.get(name);
    if (value == null) {
      throw new InputException("Line %d has no field '%s'.".formatted(line, name));
    }
    if (!value.isTextual() && !value.isIntegralNumber()) {
      throw new InputException(
          "Line %d: the field '%s' is neither a text nor a whole number.".formatted(line, name));
    }
    String text = value.asText();
    if (!isWellFormed(text)) {
      throw new InputException(
          "Line %d: the field '%s' has half a character (an unpaired surrogate)."
              .formatted(line, name));
    }
    return text;
  }

  private static boolean isWellFormed(String text) {
    return text.chars().noneMatch(unit -> Character.isSurrogate((char) unit))
        || StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}

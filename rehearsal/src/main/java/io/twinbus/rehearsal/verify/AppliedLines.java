package io.twinbus.rehearsal.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.testkit.history.NotedEffect;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of an effect log: {@code {"session", "id", "token", "attempt", "region",
 * "instance"}}, in any order; {@code attempt} is 1 where it is left out, other fields are passed
 * over.
 */
final class AppliedLines {

  private static final JsonFactory JSON = new JsonFactory();

  private @Nullable String session;
  private @Nullable String id;
  private @Nullable Long token;
  private long attempt;
  private String region = "";
  private String instance = "";

  /**
   * The effect in {@code text}.
   *
   * @throws InputException when the line is none, with its number
   */
  NotedEffect parse(String text, long line) {
    session = null;
    id = null;
    token = null;
    attempt = 1;
    region = "";
    instance = "";
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new InputException("Line %d of the effect log is no JSON object.".formatted(line));
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        take(name, json, line);
      }
    } catch (JsonProcessingException e) {
      throw new InputException("Line %d of the effect log is no JSON.".formatted(line));
    } catch (IOException e) {
      throw new IllegalStateException("A text could not be read.", e);
    }
    return effect(line);
  }

  private void take(String name, JsonParser json, long line) throws IOException {
    switch (name) {
      case "session" -> session = json.getValueAsString();
      case "id" -> id = json.getValueAsString();
      case "token" -> token = number(name, json, line);
      case "attempt" -> attempt = number(name, json, line);
      case "region" -> region = json.getValueAsString("");
      case "instance" -> instance = json.getValueAsString("");
      default -> json.skipChildren();
    }
  }

  private static long number(String name, JsonParser json, long line) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw new InputException(
          "Line %d of the effect log: '%s' is no whole number.".formatted(line, name));
    }
    return json.getLongValue();
  }

  private NotedEffect effect(long line) {
    String ofSession = session;
    String ofMessage = id;
    Long underToken = token;
    if (ofSession == null || ofMessage == null || underToken == null) {
      throw new InputException(
          "Line %d of the effect log has no '%s'."
              .formatted(line, ofSession == null ? "session" : ofMessage == null ? "id" : "token"));
    }
    return new NotedEffect(
        ofSession, ofMessage, underToken, (int) attempt, new NotedEffect.Caller(region, instance));
  }
}

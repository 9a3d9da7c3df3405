package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A reply as the gateway gives it.
 *
 * @param charge in request units
 */
public record Reply(int status, Map<String, String> headers, Content body, double charge) {
  static Reply of(int status, JsonNode body) {
    return new Reply(status, Map.of(), Json.content(body), 0);
  }

  static Reply empty(int status) {
    return new Reply(status, Map.of(), Content.NONE, 0);
  }

  static Reply error(int status, String message) {
    return of(status, Json.object().put("code", "Error" + status).put("message", message));
  }

  Reply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, more, body, charge);
  }

  /** The same with another status and body. */
  Reply replaced(int newStatus, JsonNode newBody) {
    return new Reply(newStatus, headers, Json.content(newBody), charge);
  }

  Reply charged(double requestUnits) {
    return new Reply(status, headers, body, requestUnits);
  }
}

package io.twinbus.local.cosmos.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A reply as the gateway gives it.
 *
 * @param charge in request units
 */
public record Reply(int status, Map<String, String> headers, Content body, double charge) {
  /** A reply with this body. */
  public static Reply of(int status, JsonNode body) {
    return new Reply(status, Map.of(), Json.content(body), 0);
  }

  /** A reply without a body. */
  public static Reply empty(int status) {
    return new Reply(status, Map.of(), Content.NONE, 0);
  }

  /** A reply that says in one sentence what is wrong. */
  public static Reply error(int status, String message) {
    return of(status, Json.object().put("code", "Error" + status).put("message", message));
  }

  /** The same with one more header. */
  public Reply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, more, body, charge);
  }

  /** The same with another status and body. */
  public Reply replaced(int newStatus, JsonNode newBody) {
    return new Reply(newStatus, headers, Json.content(newBody), charge);
  }

  /** The same with this charge, in request units. */
  public Reply charged(double requestUnits) {
    return new Reply(status, headers, body, requestUnits);
  }
}

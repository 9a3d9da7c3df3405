package io.twinbus.local.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.network.Latency;

/** Reads what requests carry, and says in one sentence what is wrong with it. Thread-safe. */
final class Bodies {
  static final String REGION_FAULT =
      "A fault has operation, point, action, entity and session as texts, times, probability, seed"
          + " and windowMillis as numbers, and nothing else.";
  static final String LEDGER_FAULT =
      "A fault has operation, point, action and partition as texts, times, probability, substatus"
          + " and retryAfterMillis as numbers, and nothing else.";
  static final String REQUEST_UNITS =
      "A rate has perSecond as a number from 1, container as a text or not at all, and nothing"
          + " else.";
  static final String LATE_WRITES =
      "Late writes have probability as a number from 0 to 1 or not at all, seed as a number or not"
          + " at all, and nothing else.";
  private static final String LATENCY =
      "A latency has millis, jitter, toServer, toServerJitter, toClient and toClientJitter as"
          + " numbers from 0 to 60000, seed as a number, and nothing else.";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Bodies() {}

  static <T> T read(JsonNode body, Class<T> type, String rule) {
    try {
      return JSON.treeToValue(body, type);
    } catch (JsonProcessingException e) {
      throw new ControlException(400, rule);
    }
  }

  static Latency latency(JsonNode body) {
    for (JsonNode value : body) {
      if (!value.isIntegralNumber()) {
        throw new ControlException(400, LATENCY);
      }
    }
    try {
      return read(body, DelayMillis.class, LATENCY).latency();
    } catch (IllegalArgumentException e) {
      throw new ControlException(400, LATENCY);
    }
  }

  static int number(String id) {
    try {
      return Integer.parseInt(id);
    } catch (NumberFormatException e) {
      throw new ControlException(400, "A fault's id is a number, not '" + id + "'.");
    }
  }

  static ControlException noFault(String id) {
    return new ControlException(404, "There is no fault " + id + " at this endpoint.");
  }

  static ControlException unknown(String action, String known) {
    return new ControlException(400, "'" + action + "' is not among " + known + ".");
  }
}

package io.twinbus.receiver.handler;

import io.twinbus.protocol.Body;
import io.twinbus.receiver.StateChange;
import java.util.Base64;
import java.util.Optional;

/**
 * A session's state in an HTTP header, as base64: a request carries the state that there is, a good
 * answer without the header leaves it, with an empty one clears it, and with a value sets it.
 *
 * <p>Servers commonly take 8 KiB of headers in all; so what travels is bounded.
 */
final class HttpState {

  static final String HEADER = "Twinbus-State";

  /** How many bytes of state travel, before base64. */
  static final int MOST_BYTES = 4_096;

  private HttpState() {}

  /** Whether it goes into a request. */
  static boolean fits(Optional<Body> state) {
    return state.map(Body::size).orElse(0) <= MOST_BYTES;
  }

  static String encode(Body state) {
    return Base64.getEncoder().encodeToString(state.toBytes());
  }

  /** What the header of an answer asks for; empty when it cannot be taken. */
  static Optional<StateChange> change(Optional<String> header) {
    if (header.isEmpty()) {
      return Optional.of(new StateChange.Keep());
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(header.get().strip());
      if (bytes.length > MOST_BYTES) {
        return Optional.empty();
      }
      return Optional.of(
          bytes.length == 0 ? new StateChange.Clear() : new StateChange.Set(Body.wrap(bytes)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

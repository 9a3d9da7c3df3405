package io.twinbus.receiver.servicebus;

import io.twinbus.protocol.Body;
import java.util.Map;
import java.util.Optional;

/**
 * How much of a message a receiver takes in. Any party that may send to the queue chooses how large
 * a message is, up to what the broker allows.
 *
 * <p>Immutable and thread-safe.
 *
 * @param bodyBytes the largest body ({@code twinbus.receiver.max-body})
 */
record DeliveryBounds(int bodyBytes) {

  /** The most application properties, those of the protocol included. */
  static final int MOST_PROPERTIES = 256;

  /** The most characters that the names and texts of all of them have together. */
  static final int MOST_CHARACTERS = 65_536;

  /** What is wrong with {@code body}; empty: it is within its bound. */
  Optional<String> mistake(Body body) {
    return body.size() <= bodyBytes
        ? Optional.empty()
        : Optional.of(
            "The body has %d bytes, and twinbus.receiver.max-body allows %d: raise it where the message is wanted, and replay the dead letter."
                .formatted(body.size(), bodyBytes));
  }

  /** What is wrong with {@code properties}; empty: they are within their bounds. */
  static Optional<String> mistake(Map<String, Object> properties) {
    if (properties.size() > MOST_PROPERTIES) {
      return Optional.of(
          "The message has %d application properties, and a receiver takes %d at most."
              .formatted(properties.size(), MOST_PROPERTIES));
    }
    long characters = 0;
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      characters += property.getKey().length();
      characters += property.getValue() instanceof String text ? text.length() : 0;
    }
    return characters <= MOST_CHARACTERS
        ? Optional.empty()
        : Optional.of(
            "The application properties have %d characters, and a receiver takes %d at most."
                .formatted(characters, MOST_CHARACTERS));
  }
}

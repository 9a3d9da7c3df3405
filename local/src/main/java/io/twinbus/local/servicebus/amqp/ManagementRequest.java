package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.encoding.Codec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** A request to a management node, with typed access to what it carries. */
final class ManagementRequest {
  private static final int MAX_ITEMS = 10_000;

  /** A request that lacks something, or carries it in the wrong type. */
  static final class InvalidRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidRequestException(String message) {
      super(message);
    }
  }

  private final Map<String, Object> properties;
  private final Map<?, ?> body;

  ManagementRequest(Message request) {
    properties =
        request.getApplicationProperties() == null
                || request.getApplicationProperties().getValue() == null
            ? Map.of()
            : request.getApplicationProperties().getValue();
    body =
        request.getBody() instanceof AmqpValue value && value.getValue() instanceof Map<?, ?> map
            ? map
            : Map.of();
  }

  String operation() {
    return properties.get("operation") instanceof String name ? name : "";
  }

  /** The receiving link that the request is about; null when it names none. */
  @Nullable String associatedLink() {
    return properties.get("associated-link-name") instanceof String name ? name : null;
  }

  boolean has(String key) {
    return body.get(key) != null;
  }

  @Nullable Object value(String key) {
    return body.get(key);
  }

  @Nullable String text(String key) {
    Object value = body.get(key);
    return value == null ? null : value.toString();
  }

  String requiredText(String key) throws InvalidRequestException {
    String value = text(key);
    if (value == null) {
      throw missing(key);
    }
    return value;
  }

  long number(String key, long otherwise) {
    return body.get(key) instanceof Number number ? number.longValue() : otherwise;
  }

  byte @Nullable [] bytes(String key) {
    return body.get(key) instanceof Binary binary ? Codec.bytes(binary) : null;
  }

  List<Long> numbers(String key) throws InvalidRequestException {
    List<Long> numbers = new ArrayList<>();
    for (Object item : items(key)) {
      if (!(item instanceof Number number)) {
        throw missing(key);
      }
      numbers.add(number.longValue());
    }
    return numbers;
  }

  List<UUID> tokens(String key) throws InvalidRequestException {
    List<UUID> tokens = new ArrayList<>();
    for (Object item : items(key)) {
      if (!(item instanceof UUID token)) {
        throw missing(key);
      }
      tokens.add(token);
    }
    return tokens;
  }

  List<Map<?, ?>> maps(String key) throws InvalidRequestException {
    List<Map<?, ?>> maps = new ArrayList<>();
    for (Object item : items(key)) {
      if (!(item instanceof Map<?, ?> map)) {
        throw missing(key);
      }
      maps.add(map);
    }
    return maps;
  }

  /** A list in any of the forms that clients use: an AMQP list, an array, a primitive array. */
  private List<?> items(String key) throws InvalidRequestException {
    Object value = body.get(key);
    List<?> items;
    if (value instanceof List<?> list) {
      items = list;
    } else if (value instanceof Object[] array) {
      items = Arrays.asList(array);
    } else if (value instanceof long[] longs) {
      items = Arrays.stream(longs).boxed().toList();
    } else {
      throw missing(key);
    }
    if (items.size() > MAX_ITEMS) {
      throw new InvalidRequestException("'" + key + "' has more than 10000 items.");
    }
    return items;
  }

  static InvalidRequestException missing(String key) {
    return new InvalidRequestException("The request lacks a valid '" + key + "'.");
  }
}

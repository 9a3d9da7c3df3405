package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a stored document, read strictly: a field that is missing or of another kind makes
 * the document unreadable.
 *
 * <p>Three forms are this ledger's own. Whole numbers of 64 bits are stored as text, because Cosmos
 * DB keeps JSON numbers as doubles and would round those beyond 2^53. Instants are stored with nine
 * decimals, so that their text orders as they do. Bytes are base64.
 */
public final class Fields {

  private final String document;
  private final JsonNode node;

  public Fields(String document, JsonNode node) {
    this.document = document;
    this.node = node;
  }

  public static String write(long number) {
    return Long.toString(number);
  }

  public static String write(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  public static String write(Instant instant) {
    return StoredInstant.format(instant);
  }

  public String text(String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw unreadable(name, "a text");
    }
    return value.textValue();
  }

  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  @Nullable String textOrNull(String name) {
    return node.hasNonNull(name) ? text(name) : null;
  }

  public byte @Nullable [] bytesOrNull(String name) {
    String text = textOrNull(name);
    if (text == null) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(name, "bytes as base64");
    }
  }

  public int small(String name) {
    JsonNode value = node.path(name);
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw unreadable(name, "a whole number");
    }
    return value.intValue();
  }

  public boolean truth(String name) {
    JsonNode value = node.path(name);
    if (!value.isBoolean()) {
      throw unreadable(name, "true or false");
    }
    return value.booleanValue();
  }

  public long number(String name) {
    try {
      return Long.parseLong(text(name));
    } catch (NumberFormatException e) {
      throw unreadable(name, "a whole number as text");
    }
  }

  public Instant instant(String name) {
    try {
      return StoredInstant.parse(text(name));
    } catch (DateTimeException e) {
      throw unreadable(name, "a time");
    }
  }

  <E extends Enum<E>> E constant(String name, Class<E> type) {
    String word = text(name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(word)) {
        return constant;
      }
    }
    throw unreadable(name, "one of " + List.of(type.getEnumConstants()));
  }

  public <T> @Nullable T objectOrNull(String name, Function<Fields, T> read) {
    if (!node.hasNonNull(name)) {
      return null;
    }
    return read.apply(object(name, node.get(name)));
  }

  public <T> T object(String name, Function<Fields, T> read) {
    return read.apply(object(name, node.path(name)));
  }

  public <T> List<T> list(String name, Function<Fields, T> read) {
    JsonNode array = node.path(name);
    if (!array.isArray()) {
      throw unreadable(name, "a list");
    }
    List<T> items = new ArrayList<>(array.size());
    for (JsonNode item : array) {
      items.add(read.apply(object(name, item)));
    }
    return items;
  }

  /** The same; a field that is not there is an empty list. */
  public <T> List<T> listOrNone(String name, Function<Fields, T> read) {
    return node.hasNonNull(name) ? list(name, read) : List.of();
  }

  private Fields object(String name, JsonNode value) {
    if (!value.isObject()) {
      throw unreadable(name, "an object");
    }
    return new Fields(document, value);
  }

  private UnreadableDocumentException unreadable(String name, String wanted) {
    return new UnreadableDocumentException(
        "%s cannot be read: its field '%s' is not %s".formatted(document, name, wanted));
  }
}

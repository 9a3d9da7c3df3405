package io.twinbus.ledger;

import io.twinbus.protocol.settings.EntitySettings;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The name of a queue, or of a topic with its subscription, in the keys of the ledger's records. No
 * two entities have the same one.
 *
 * <p>{@code q:orders}, or {@code t:events:audit}. Letters are lower case, because the broker
 * ignores case; every character that could be taken for a separator is percent-encoded. Immutable
 * and thread-safe.
 */
public record EntityKey(String value) {

  private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789._-";

  /** The key of {@code entity}. */
  public static EntityKey of(EntitySettings entity) {
    String name = escaped(entity.name());
    return new EntityKey(
        entity
            .subscription()
            .map(subscription -> "t:" + name + ":" + escaped(subscription))
            .orElse("q:" + name));
  }

  /** The key of the queue {@code name}. */
  public static EntityKey ofQueue(String name) {
    return new EntityKey("q:" + escaped(name));
  }

  private static String escaped(String name) {
    StringBuilder text = new StringBuilder(name.length());
    for (byte each : name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (each & 0xff);
      if (PLAIN.indexOf(character) >= 0) {
        text.append(character);
      } else {
        text.append('%').append("%02x".formatted((int) character));
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return value;
  }
}

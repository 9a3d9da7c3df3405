package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** The maker of item versions: it numbers writes and adds the system properties. Thread-safe. */
final class Versions {
  private static final List<String> SYSTEM_PROPERTIES =
      List.of("_rid", "_self", "_etag", "_attachments", "_ts");
  private static final HexFormat HEX = HexFormat.of();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Container container;
  private final InstantSource clock;
  private final IntSupplier era;
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong items = new AtomicLong();

  /**
   * Numbers the writes of a container.
   *
   * @param era counts the fail-overs: a version that one of them lost and the one written in its
   *     place have the same number
   */
  Versions(Container container, InstantSource clock, IntSupplier era) {
    this.container = container;
    this.clock = clock;
    this.era = era;
  }

  /** Takes a version that was made elsewhere as given. */
  void saw(Item item) {
    items.accumulateAndGet(item.number(), Math::max);
  }

  Item first(String id, PartitionKey partition, ObjectNode content) {
    return version(id, partition, items.incrementAndGet(), content);
  }

  Item next(Item previous, ObjectNode content) {
    return version(previous.id(), previous.partition(), previous.number(), content);
  }

  private Item version(String id, PartitionKey partition, long number, ObjectNode content) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.setAll(content); // what lies deeper is not changed, and may be shared
    document.remove(SYSTEM_PROPERTIES);
    int bytes = bytes(document);
    String etag = etag(writes.incrementAndGet());
    long timestamp = clock.instant().getEpochSecond();
    String resourceId = container.itemResourceId(number);
    document
        .put("_rid", resourceId)
        .put("_self", container.selfLink() + "docs/" + resourceId + "/")
        .put("_etag", etag)
        .put("_attachments", "attachments/")
        .put("_ts", timestamp);
    // The write is committed under the lock that is held now, so that its number is the next one.
    return new Item(
        id, partition, number, container.sequence() + 1, etag, timestamp, document, bytes);
  }

  private static int bytes(ObjectNode document) {
    try {
      return JSON.writeValueAsBytes(document).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }

  /**
   * The first part tells this container's tags from those of a namesake made before or after it.
   */
  private String etag(long write) {
    return "\""
        + HEX.toHexDigits(container.createdAt(), 8)
        + "-"
        + HEX.toHexDigits(era.getAsInt(), 4)
        + "-0000-0000-"
        + HEX.toHexDigits(write, 12)
        + "\"";
  }
}

package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** The maker of item versions: it numbers writes and adds the system properties. Thread-safe. */
final class Versions {
  private static final List<String> SYSTEM_PROPERTIES =
      List.of("_rid", "_self", "_etag", "_attachments", "_ts");

  private final Container container;
  private final InstantSource clock;
  private final long createdAt;
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong items = new AtomicLong();

  Versions(Container container, InstantSource clock) {
    this.container = container;
    this.clock = clock;
    this.createdAt = clock.instant().getEpochSecond();
  }

  long last() {
    return writes.get();
  }

  long createdAt() {
    return createdAt;
  }

  Item first(String id, ObjectNode content) {
    return version(id, items.incrementAndGet(), content);
  }

  Item next(Item previous, ObjectNode content) {
    return version(previous.id(), previous.number(), content);
  }

  private Item version(String id, long number, ObjectNode content) {
    ObjectNode document = content.deepCopy();
    document.remove(SYSTEM_PROPERTIES);
    int bytes = document.toString().getBytes(StandardCharsets.UTF_8).length;
    // The first part tells this container's tags from those of a namesake made before or after it.
    String etag =
        String.format(
            Locale.ROOT,
            "\"%08x-0000-0000-0000-%012x\"",
            createdAt & 0xffff_ffffL,
            writes.incrementAndGet());
    long timestamp = clock.instant().getEpochSecond();
    String resourceId = container.itemResourceId(number);
    document
        .put("_rid", resourceId)
        .put("_self", container.selfLink() + "docs/" + resourceId + "/")
        .put("_etag", etag)
        .put("_attachments", "attachments/")
        .put("_ts", timestamp);
    return new Item(id, number, etag, timestamp, document, bytes);
  }
}

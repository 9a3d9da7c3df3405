package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.OptionalInt;

/** Whether an item's time to live has passed, counted from its last write. Thread-safe. */
final class Expiry {
  private static final int NEVER = -1;

  private final OptionalInt defaultTtlSeconds;
  private final InstantSource clock;

  Expiry(OptionalInt defaultTtlSeconds, InstantSource clock) {
    this.defaultTtlSeconds = defaultTtlSeconds;
    this.clock = clock;
  }

  boolean isAlive(Item item) {
    // A container without a default ignores the items' own: that is how the service reads it.
    if (defaultTtlSeconds.isEmpty()) {
      return true;
    }
    JsonNode own = item.document().path("ttl");
    int ttl = own.isInt() ? own.intValue() : defaultTtlSeconds.getAsInt();
    return ttl == NEVER || Math.floorDiv(clock.millis(), 1_000) < item.timestamp() + ttl;
  }
}

package io.twinbus.local.servicebus.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The message ids that an entity has accepted lately, each with the number its message got.
 *
 * <p>It holds as many ids as are sent within the window. The first entry is the oldest.
 */
final class DuplicateHistory {
  private record Seen(long sequenceNumber, Instant at) {}

  private final Map<String, Seen> byId = new LinkedHashMap<>();

  /** Forgets what is older than the window. */
  void forget(Instant now, Duration window) {
    Instant oldest = now.minus(window);
    var all = byId.values().iterator();
    while (all.hasNext() && !all.next().at().isAfter(oldest)) {
      all.remove();
    }
  }

  /** The number that the first message under this id got; null: there was none. */
  @Nullable Long numberOf(String messageId) {
    Seen seen = byId.get(messageId);
    return seen == null ? null : seen.sequenceNumber();
  }

  void forgetAll() {
    byId.clear();
  }

  void remember(String messageId, long sequenceNumber, Instant now) {
    byId.put(messageId, new Seen(sequenceNumber, now));
  }
}

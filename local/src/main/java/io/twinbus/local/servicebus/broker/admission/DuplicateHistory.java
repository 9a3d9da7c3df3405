package io.twinbus.local.servicebus.broker.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The message ids that an entity has accepted lately, each with the number its message got.
 *
 * <p>It holds as many ids as are sent within the window. The first entry is the oldest.
 */
final class DuplicateHistory {
  private final SeenIdJournal journal;
  private final Map<String, SeenId> byId = new LinkedHashMap<>();

  /** A history that begins with these, the oldest first. */
  DuplicateHistory(SeenIdJournal journal, List<SeenId> seen) {
    this.journal = journal;
    seen.forEach(each -> byId.put(each.messageId(), each));
  }

  /** Forgets what is older than the window. */
  void forget(Instant now, Duration window) {
    Instant oldest = now.minus(window);
    var all = byId.values().iterator();
    while (all.hasNext()) {
      SeenId seen = all.next();
      if (seen.at().isAfter(oldest)) {
        return;
      }
      all.remove();
      journal.forgotten(seen.messageId());
    }
  }

  /** The number that the first message under this id got; null: there was none. */
  @Nullable Long numberOf(String messageId) {
    SeenId seen = byId.get(messageId);
    return seen == null ? null : seen.sequenceNumber();
  }

  void forgetAll() {
    byId.keySet().forEach(journal::forgotten);
    byId.clear();
  }

  void remember(String messageId, long sequenceNumber, Instant now) {
    SeenId seen = new SeenId(messageId, sequenceNumber, now);
    byId.put(messageId, seen);
    journal.remembered(seen);
  }
}

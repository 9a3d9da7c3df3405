package io.twinbus.local.servicebus.broker.admission;

import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.SendRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides which messages an entity takes in: whole batches or nothing, and no duplicates. Not
 * thread-safe.
 */
public final class Admission {
  /** The longest id of a message or a session. */
  public static final int MAX_ID_LENGTH = 128;

  private final DuplicateHistory history;

  /** Remembers these message ids from before, the oldest first. */
  public Admission(SeenIdJournal journal, List<SeenId> seen) {
    this.history = new DuplicateHistory(journal, seen);
  }

  /**
   * What the entity is like at the moment of a send.
   *
   * @param sessions whether every message needs a session
   * @param heldBytes what it holds already
   */
  public record Door(SendRules rules, EntityStatus status, boolean sessions, long heldBytes) {}

  /** Why the batch cannot come in; null: it can. */
  public static @Nullable Refusal whyNot(List<? extends MessageContent> batch, Door door) {
    if (!door.status().sends()) {
      return Refusal.ENTITY_DISABLED;
    }
    long bytes = 0;
    for (MessageContent content : batch) {
      String sessionId = content.sessionId();
      if (door.sessions() && sessionId == null) {
        return Refusal.SESSION_ID_MISSING;
      }
      if (content.messageId().length() > MAX_ID_LENGTH
          || (sessionId != null && sessionId.length() > MAX_ID_LENGTH)) {
        return Refusal.ID_TOO_LONG;
      }
      bytes += content.sizeBytes();
    }
    if (bytes > door.rules().maxMessageSizeBytes()) {
      return Refusal.MESSAGE_TOO_LARGE;
    }
    boolean fits = door.heldBytes() + bytes <= door.rules().maxSizeBytes();
    return fits ? null : Refusal.QUOTA_EXCEEDED;
  }

  /** Forgets all message ids. */
  public void forgetAll() {
    history.forgetAll();
  }

  /**
   * Lets each message in that is no duplicate; answers the numbers, for a duplicate that of the
   * message it repeats.
   */
  public List<Long> admit(
      List<? extends MessageContent> batch,
      @Nullable Duration duplicateWindow,
      Instant now,
      ToLongFunction<MessageContent> enter) {
    List<Long> numbers = new ArrayList<>(batch.size());
    if (duplicateWindow == null) {
      batch.forEach(content -> numbers.add(enter.applyAsLong(content)));
      return numbers;
    }
    history.forget(now, duplicateWindow);
    for (MessageContent content : batch) {
      Long first = history.numberOf(content.messageId());
      if (first == null) {
        first = enter.applyAsLong(content);
        history.remember(content.messageId(), first, now);
      }
      numbers.add(first);
    }
    return numbers;
  }
}

package io.twinbus.local.servicebus.kept;

import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.EntityJournal;
import io.twinbus.local.servicebus.broker.admission.SeenId;
import io.twinbus.local.storage.KeptMap;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes the changes of one entity for its region's log. */
final class EntityLog implements EntityJournal {
  private static final int SEEN_BYTES = 20;

  private final NamespaceLog log;
  private final String entity;
  private final KeptMap messages;
  private final KeptMap sessionStates;
  private final KeptMap messageIds;

  EntityLog(
      NamespaceLog log,
      String entity,
      KeptMap messages,
      KeptMap sessionStates,
      KeptMap messageIds) {
    this.log = log;
    this.entity = entity;
    this.messages = messages;
    this.sessionStates = sessionStates;
    this.messageIds = messageIds;
  }

  static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** The message ids that a map keeps, the oldest first. */
  static List<SeenId> seenIds(Map<String, byte[]> kept) {
    List<SeenId> seen = new ArrayList<>();
    kept.forEach(
        (id, value) -> {
          ByteBuffer in = ByteBuffer.wrap(value);
          long number = in.getLong();
          seen.add(new SeenId(id, number, Instant.ofEpochSecond(in.getLong(), in.getInt())));
        });
    seen.sort(Comparator.comparing(SeenId::at).thenComparing(SeenId::sequenceNumber));
    return seen;
  }

  @Override
  public void remembered(SeenId seen) {
    Instant at = seen.at();
    byte[] value =
        ByteBuffer.allocate(SEEN_BYTES)
            .putLong(seen.sequenceNumber())
            .putLong(at.getEpochSecond())
            .putInt(at.getNano())
            .array();
    log.pending().put(messageIds, seen.messageId(), value);
  }

  @Override
  public void forgotten(String messageId) {
    log.pending().remove(messageIds, messageId);
  }

  @Override
  public void stored(BrokerMessage message) {
    byte[] value = log.codec().encode(message);
    log.pending().put(messages, Long.toString(message.sequenceNumber()), value);
  }

  @Override
  public void removed(long sequenceNumber) {
    log.pending().remove(messages, Long.toString(sequenceNumber));
  }

  @Override
  public void numbered(long sequenceNumber) {
    log.numbered(entity, sequenceNumber);
  }

  @Override
  public void sessionState(String sessionId, byte @Nullable [] state) {
    if (state == null) {
      log.pending().remove(sessionStates, sessionId);
    } else {
      log.pending().put(sessionStates, sessionId, state);
    }
  }
}

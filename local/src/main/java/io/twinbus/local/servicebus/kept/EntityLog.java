package io.twinbus.local.servicebus.kept;

import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.EntityJournal;
import io.twinbus.local.storage.KeptMap;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Notes the changes of one entity for its region's log. */
final class EntityLog implements EntityJournal {
  private final NamespaceLog log;
  private final String entity;
  private final KeptMap messages;
  private final KeptMap sessionStates;

  EntityLog(NamespaceLog log, String entity, KeptMap messages, KeptMap sessionStates) {
    this.log = log;
    this.entity = entity;
    this.messages = messages;
    this.sessionStates = sessionStates;
  }

  static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
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

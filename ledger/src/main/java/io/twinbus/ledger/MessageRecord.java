package io.twinbus.ledger;

import io.twinbus.protocol.SessionId;

/**
 * A document beside the session record, in its session's partition: how far one message has come
 * that no cursor speaks of, or end states and cursors that no longer fit the session record.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session
 * @param content what it says
 * @param stamp the mark of the last write
 */
public record MessageRecord(SessionId session, MessageContent content, WriteMark stamp)
    implements LedgerDocument {

  /** Its name within the session. */
  public MessageKey key() {
    return content.key();
  }
}

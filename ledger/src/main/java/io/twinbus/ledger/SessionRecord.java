package io.twinbus.ledger;

import io.twinbus.protocol.SessionId;

/**
 * The one document that decides about a session: who may work on it and how far it has come.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session; its wire form is the document's partition key
 * @param custody status, owner, token, block
 * @param progress cursors, end states, suspects, gaps
 * @param stamp the mark of the last write
 */
public record SessionRecord(SessionId session, Custody custody, Progress progress, Stamp stamp) {

  /** The status; shorthand for {@code custody().status()}. */
  public SessionStatus status() {
    return custody.status();
  }

  /** The fencing token; shorthand for {@code custody().token()}. */
  public long token() {
    return custody.token();
  }
}

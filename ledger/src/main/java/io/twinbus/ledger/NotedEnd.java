package io.twinbus.ledger;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Replay;
import java.util.Optional;

/**
 * The end of a message that no cursor speaks of, noted in the session record because the session's
 * state changed with it: both in one write. It stands until another one takes its place, and that
 * happens only when the message's own record says it, too.
 *
 * <p>Immutable and thread-safe.
 *
 * @param message the message's id
 * @param state how it ended
 * @param reason the dead-letter reason; empty when it is DONE
 * @param replay which replay of it; empty: the message as its sender sent it
 */
public record NotedEnd(MessageId message, EndState state, String reason, Optional<Replay> replay) {

  /** The end of the message as its sender sent it. */
  public NotedEnd(MessageId message, EndState state, String reason) {
    this(message, state, reason, Optional.empty());
  }
}

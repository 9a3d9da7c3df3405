package io.twinbus.ledger;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Replay;
import java.util.Optional;

/**
 * What names a message that has a record of its own: its id, and which replay of it is meant.
 *
 * <p>Immutable and thread-safe.
 *
 * @param id the message's id
 * @param replay which replay; empty: the message as its sender sent it
 */
public record MessageName(MessageId id, Optional<Replay> replay) {

  /** The message as its sender sent it. */
  public static MessageName of(MessageId id) {
    return new MessageName(id, Optional.empty());
  }

  /** The name of its record. */
  public MessageKey key() {
    return replay.map(each -> MessageKey.ofReplay(id, each)).orElseGet(() -> MessageKey.of(id));
  }
}

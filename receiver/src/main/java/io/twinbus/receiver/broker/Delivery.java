package io.twinbus.receiver.broker;

import io.twinbus.ledger.MessageName;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.receiver.Message;
import java.util.Optional;

/**
 * One copy of a message, locked by this region's broker for this worker and not settled yet.
 *
 * <p>Immutable and thread-safe.
 *
 * @param brokerSequence the broker's number of the copy: unique in its entity, and the order of
 *     arrival
 * @param headers what the copy says about its place
 * @param message what the handler gets
 * @param id the message's id as the ledger and logs have it
 */
public record Delivery(long brokerSequence, ParsedHeaders headers, Message message, MessageId id) {

  /** A copy whose id is recorded as it is. */
  public Delivery(long brokerSequence, ParsedHeaders headers, Message message) {
    this(brokerSequence, headers, message, message.id());
  }

  /** The same with {@code recorded} as its id in the ledger and in logs. */
  public Delivery withId(MessageId recorded) {
    return new Delivery(brokerSequence, headers, message, recorded);
  }

  /** The message's place in its stream; empty where a foreign sender wrote it. */
  public Optional<Position> position() {
    return headers instanceof ParsedHeaders.Sequenced sequenced
        ? Optional.of(sequenced.headers().position())
        : Optional.empty();
  }

  /** Which replay of a dead letter it is; empty where it is none. */
  public Optional<Replay> replay() {
    return headers instanceof ParsedHeaders.Replayed replayed
        ? Optional.of(replayed.headers().replay())
        : Optional.empty();
  }

  /** What names the message where it has a record of its own. */
  public MessageName name() {
    return new MessageName(id, replay());
  }
}

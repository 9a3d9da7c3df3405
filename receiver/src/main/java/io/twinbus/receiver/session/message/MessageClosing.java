package io.twinbus.receiver.session.message;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.rules.MessageRule;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.DeadLetters;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;

/**
 * How a message that has a record of its own ends: its record says so first, then its copy is
 * settled. Where another worker has written its end, its copy is settled as that says.
 */
final class MessageClosing {

  private final WorkerState state;
  private final MessageInHand hand;

  MessageClosing(WorkerState state, MessageInHand hand) {
    this.state = state;
    this.hand = hand;
  }

  /** Writes the end of the message in its own record. */
  void writeEnd(SingleMessage message, Now now) {
    SingleMessage.Ending ending = message.ending;
    MessageContent.Open open = message.open;
    if (ending == null || open == null) {
      throw new IllegalStateException("It has not ended: " + message.key());
    }
    hand.write(
        message,
        Phase.ENDING,
        open.over(ending.state(), ending.reason()),
        Optional.ofNullable(message.version),
        now);
  }

  /** The message is dead: that is written, and then it is dead-lettered. */
  void dead(SingleMessage message, HandlerOutcome.DeadLetter how, Now now) {
    message.ending =
        new SingleMessage.Ending(
            EndState.DEAD,
            how.reason(),
            new Settlement.DeadLetter(how.reason(), how.description()));
    writeEnd(message, now);
  }

  /** Its end stands. */
  void onEnded(SingleMessage message, Now now) {
    SingleMessage.Ending ending = message.ending;
    if (ending == null) {
      throw new IllegalStateException("It has not ended: " + message.key());
    }
    state.effects.report(
        new WorkerFact.Ended(
            WorkerFact.Subject.of(message.delivery), ending.state(), ending.settlement().why()));
    settle(message.delivery, ending.settlement(), now);
  }

  /** Its end stands, as another worker has written it. */
  void settleAs(SingleMessage message, MessageContent.Over over, Now now) {
    Optional<Replay> other = MessageRule.otherBody(message.delivery.name(), over);
    if (other.isPresent()) {
      refuse(message, other.get(), now);
      return;
    }
    hand.leave(message);
    state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(message.delivery)));
    EndedRange end = new EndedRange(new StreamId("-"), 1, 1, over.state(), over.reason());
    settle(message.delivery, DeliveryRule.settlementFor(end), now);
  }

  /**
   * The copy goes back to the dead letters: the same replay is on record with another body, and
   * this one would be dropped as its other copy.
   */
  void refuse(SingleMessage message, Replay other, Now now) {
    hand.leave(message);
    state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(message.delivery)));
    settle(message.delivery, DeadLetters.otherBody(other), now);
  }

  private void settle(Delivery delivery, Settlement settlement, Now now) {
    state.times.moved(now);
    state.inbox.removeSingle(delivery);
    state.effects.settle(delivery, settlement);
  }

  /** Why a message that is next ends without its handler; sequenced ones alone know their times. */
  Optional<HandlerOutcome.DeadLetter> overdue(Delivery delivery, Now now) {
    if (delivery.headers() instanceof ParsedHeaders.Replayed replayed) {
      return state.settings.horizon().isBeyond(replayed.headers().sentAt(), now.wall())
          ? Optional.of(DeadLetters.BEYOND_RETENTION)
          : Optional.empty();
    }
    if (!(delivery.headers() instanceof ParsedHeaders.Sequenced sequenced)) {
      return Optional.empty();
    }
    SequencedHeaders headers = sequenced.headers();
    if (state.settings.horizon().isBeyond(headers.sentAt(), now.wall())) {
      return Optional.of(DeadLetters.BEYOND_RETENTION);
    }
    boolean isExpired = headers.expiresAt() != null && !now.wall().isBefore(headers.expiresAt());
    return isExpired ? Optional.of(DeadLetters.EXPIRED) : Optional.empty();
  }
}

package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.MessageWriter;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one message with a record of its own that a worker conducts now, and the writer of its record.
 * It decides nothing: {@link MessageSteps} and the classes below it do.
 */
final class MessageInHand {

  private final WorkerState state;
  private final Admission admission;
  private final MessageWriter writer;
  private @Nullable SingleMessage current;

  MessageInHand(WorkerState state) {
    this.state = state;
    this.admission = new Admission(state);
    this.writer = new MessageWriter(state.effects::add);
  }

  /** The message; null when there is none. */
  @Nullable SingleMessage current() {
    return current;
  }

  /** What reads and writes the message's record. */
  MessageWriter writer() {
    return writer;
  }

  /** The gate that the message may have to pass. */
  Admission admission() {
    return admission;
  }

  /** Whether each message is claimed by itself. */
  boolean isByMessage() {
    return state.settings.records().claim() == ClaimScope.MESSAGE;
  }

  /** Makes {@code head} the message in hand, unless it is, under the claim that the worker has. */
  SingleMessage take(Delivery head) {
    SingleMessage known = current;
    if (known != null
        && known.delivery.equals(head)
        && (isByMessage() || known.isUnder(state.claim()))) {
      return known;
    }
    SingleMessage next = new SingleMessage(head);
    current = next;
    return next;
  }

  /** Reads the record of {@code message}, which is the one in hand from now on. */
  void read(SingleMessage message) {
    current = message;
    message.phase = Phase.LOOKING;
    writer.read(message.key());
  }

  /** Writes {@code content} over the version of it that is known. */
  void write(
      SingleMessage message, Phase phase, MessageContent content, Optional<Version> over, Now now) {
    message.phase = phase;
    message.wanted = content;
    MessageRecord record = new MessageRecord(state.identity.session(), content, state.stamp(now));
    writer.write(record, over);
  }

  /** A write under a renewed claim on the message stands: the claim before is over. */
  void onClaimMoved(SingleMessage message) {
    Owner owner = message.open == null ? null : message.open.owner();
    if (owner != null && state.session() instanceof SessionState.MessageRenewing renewing) {
      state.enter(renewing.renewed());
      message.owner = owner;
    }
  }

  /** The message is not in hand any longer, and a claim on it goes. */
  void leave(SingleMessage message) {
    admission.leave();
    if (message == current) {
      current = null;
    }
    if (isByMessage()) {
      state.dropClaim();
    }
  }
}

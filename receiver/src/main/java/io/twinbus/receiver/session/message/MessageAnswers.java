package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;

/**
 * What a worker concludes from answers about the record of the message in hand.
 *
 * <p>A write that stands takes the message its step further. One that was overwritten before the
 * message was taken is decided upon anew. Afterwards, an end that is there stands; where the claim
 * is on the record still, somebody wrote beside, or the record is gone, and the write is issued
 * again; otherwise the message is lost to somebody else.
 */
final class MessageAnswers {

  private final WorkerState state;
  private final MessageInHand hand;
  private final MessageClosing closing;
  private final MessageFailures failures;

  MessageAnswers(
      WorkerState state, MessageInHand hand, MessageClosing closing, MessageFailures failures) {
    this.state = state;
    this.hand = hand;
    this.closing = closing;
    this.failures = failures;
  }

  void on(SingleMessage message, RecordWriter.Result<MessageRecord> result, Now now) {
    if (result instanceof RecordWriter.Answered<MessageRecord> read) {
      onRead(message, read.outcome(), now);
    } else if (result instanceof PendingWrite.Landed<MessageRecord> landed) {
      onLanded(message, landed, now);
    } else {
      onOverwritten(message, ((PendingWrite.Overwritten<MessageRecord>) result).seen(), now);
    }
  }

  private void onRead(SingleMessage message, ReadOutcome<MessageRecord> outcome, Now now) {
    message.phase = Phase.NEXT;
    message.seen = outcome;
    message.seenAt = now.monotonic();
    if (state.isWorking()
        && outcome instanceof ReadOutcome.Found<MessageRecord> found
        && found.record().content() instanceof MessageContent.Over over) {
      closing.settleAs(message, over, now);
    }
  }

  private void onLanded(SingleMessage message, PendingWrite.Landed<MessageRecord> landed, Now now) {
    if (landed.record().content() instanceof MessageContent.Open open) {
      message.standsAs(open, landed.version());
    }
    switch (message.phase) {
      case TAKING -> onTaken(message, token(landed), now);
      case COUNTING -> {
        message.phase = Phase.WAITING;
        hand.onClaimMoved(message);
        hand.admission().leave();
        failures.onCounted(message, now);
      }
      case ENDING -> {
        hand.leave(message);
        closing.onEnded(message, now);
      }
      case RETURNING -> {
        hand.leave(message);
        if (message.releasesClaim && state.isWorking() && !hand.isByMessage()) {
          state.writes.release(state.in(SessionState.Claimed.class), now);
        }
      }
      default -> throw new IllegalStateException("Nothing was written: " + message.phase);
    }
  }

  private static long token(PendingWrite.Landed<MessageRecord> landed) {
    return landed.record().content() instanceof MessageContent.Open open ? open.token() : 0;
  }

  private void onTaken(SingleMessage message, long token, Now now) {
    message.phase = Phase.READY;
    message.isTaken = true;
    state.times.worked(now);
    ClaimDecision.Kind kind = message.kind;
    if (hand.isByMessage() && kind != null) {
      state.unpark();
      state.effects.report(new WorkerFact.Claimed(kind, token));
      message.kind = null;
    }
  }

  private void onOverwritten(SingleMessage message, ReadOutcome<MessageRecord> seen, Now now) {
    MessageContent wanted = message.wanted;
    boolean isOver =
        seen instanceof ReadOutcome.Found<MessageRecord> found
            && found.record().content() instanceof MessageContent.Over;
    if (!message.isTaken) {
      message.decideOn(seen);
    } else if (isOver) {
      closing.settleAs(message, over(seen), now);
    } else if (wanted != null && isStillMine(message, seen)) {
      Optional<Version> over =
          seen instanceof ReadOutcome.Found<MessageRecord> found
              ? Optional.of(found.version())
              : Optional.empty();
      hand.write(message, message.phase, wanted, over, now);
    } else {
      lose(message);
    }
  }

  private static MessageContent.Over over(ReadOutcome<MessageRecord> seen) {
    return (MessageContent.Over) ((ReadOutcome.Found<MessageRecord>) seen).record().content();
  }

  /** Another writer changed the record, or it is gone, and the claim still stands. */
  private boolean isStillMine(SingleMessage message, ReadOutcome<MessageRecord> seen) {
    if (!(seen instanceof ReadOutcome.Found<MessageRecord> found)) {
      return true;
    }
    Owner owner = message.owner;
    return owner != null
        && found.record().content() instanceof MessageContent.Open open
        && (open.isHeldBy(owner.claim()) || open.equals(message.open));
  }

  private void lose(SingleMessage message) {
    hand.leave(message);
    state.effects.report(
        new WorkerFact.Fenced(
            "the record of message %s is somebody else's now".formatted(message.key())));
    if (hand.isByMessage()) {
      state.dropClaim();
    } else {
      state.stopFor(LifeState.StopReason.FENCED);
    }
  }
}

package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.MessageOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.MessageLine;
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
  private final MessageSteps steps;
  private final Admission admission;

  MessageAnswers(WorkerState state, MessageSteps steps, Admission admission) {
    this.state = state;
    this.steps = steps;
    this.admission = admission;
  }

  void on(SingleMessage message, MessageLine.Result result, Now now) {
    if (result instanceof MessageLine.Looked looked) {
      onLooked(message, looked.outcome(), now);
    } else if (result instanceof MessageLine.Landed landed) {
      onLanded(message, landed, now);
    } else {
      onOverwritten(message, ((MessageLine.Overwritten) result).seen(), now);
    }
  }

  private void onLooked(SingleMessage message, MessageOutcome outcome, Now now) {
    message.phase = Phase.NEXT;
    message.seen = outcome;
    message.seenAt = now.monotonic();
    if (state.isWorking()
        && outcome instanceof MessageOutcome.Found found
        && found.record().content() instanceof MessageContent.Over over) {
      steps.settleAs(message, over, now);
    }
  }

  private void onLanded(SingleMessage message, MessageLine.Landed landed, Now now) {
    if (landed.record().content() instanceof MessageContent.Open open) {
      message.standsAs(open, landed.version());
    }
    switch (message.phase) {
      case TAKING -> onTaken(message, token(landed), now);
      case COUNTING -> {
        message.phase = Phase.WAITING;
        steps.onClaimMoved(message);
        admission.leave();
        steps.endings().onCounted(message, now);
      }
      case ENDING -> {
        steps.leave(message);
        steps.endings().onEnded(message, now);
      }
      case RETURNING -> {
        steps.leave(message);
        if (message.releasesClaim && state.isWorking() && !steps.isByMessage()) {
          state.writes.release(state.in(SessionState.Claimed.class), now);
        }
      }
      default -> throw new IllegalStateException("Nothing was written: " + message.phase);
    }
  }

  private static long token(MessageLine.Landed landed) {
    return landed.record().content() instanceof MessageContent.Open open ? open.token() : 0;
  }

  private void onTaken(SingleMessage message, long token, Now now) {
    message.phase = Phase.READY;
    message.isTaken = true;
    state.times.worked(now);
    ClaimDecision.Kind kind = message.kind;
    if (steps.isByMessage() && kind != null) {
      state.unpark();
      state.effects.report(new WorkerFact.Claimed(kind, token));
      message.kind = null;
    }
  }

  private void onOverwritten(SingleMessage message, MessageOutcome seen, Now now) {
    MessageContent wanted = message.wanted;
    boolean isOver =
        seen instanceof MessageOutcome.Found found
            && found.record().content() instanceof MessageContent.Over;
    if (!message.isTaken) {
      message.decideOn(seen);
    } else if (isOver) {
      steps.leave(message);
      steps.settleAs(message, over(seen), now);
    } else if (wanted != null && isStillMine(message, seen)) {
      Optional<Version> over =
          seen instanceof MessageOutcome.Found found
              ? Optional.of(found.version())
              : Optional.empty();
      steps.write(message, message.phase, wanted, over, now);
    } else {
      lose(message);
    }
  }

  private static MessageContent.Over over(MessageOutcome seen) {
    return (MessageContent.Over) ((MessageOutcome.Found) seen).record().content();
  }

  /** Somebody wrote beside, or the record is gone, and the claim is on it still. */
  private boolean isStillMine(SingleMessage message, MessageOutcome seen) {
    if (!(seen instanceof MessageOutcome.Found found)) {
      return true;
    }
    Owner owner = message.owner;
    return owner != null
        && found.record().content() instanceof MessageContent.Open open
        && (open.isHeldBy(owner.claim()) || open.equals(message.open));
  }

  private void lose(SingleMessage message) {
    steps.leave(message);
    state.effects.report(
        new WorkerFact.Fenced(
            "the record of message %s is somebody else's now".formatted(message.key())));
    if (steps.isByMessage()) {
      state.dropClaim();
    } else {
      state.stopFor(LifeState.StopReason.FENCED);
    }
  }
}

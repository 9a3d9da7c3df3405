package io.twinbus.receiver.session.message;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;

/**
 * What becomes of a message that has a record of its own once its handler has been called:
 *
 * <ol>
 *   <li>It has ended: {@link MessageClosing}. Where it changed the session's state, its end is
 *       noted in the session record first, in the same write as the state; so the state moves once
 *       for it, whatever happens before its own record says the same.
 *   <li>It has failed, or its end is unknown: {@link MessageFailures}.
 *   <li>Its handler has seen a newer token, or the worker stops: it is given back.
 * </ol>
 */
public final class MessageEndings {

  private final WorkerState state;
  private final MessageInHand hand;
  private final MessageClosing closing;
  private final MessageFailures failures;

  MessageEndings(
      WorkerState state, MessageInHand hand, MessageClosing closing, MessageFailures failures) {
    this.state = state;
    this.hand = hand;
    this.closing = closing;
    this.failures = failures;
  }

  /** Whether a write of the message's record is out. */
  public boolean isBusy() {
    return hand.writer().isBusy();
  }

  /** The call of the message in hand has returned; no read or write is under way. */
  public void onOutcome(CallState.Returned returned, Now now) {
    HandlerCall call = returned.call();
    HandlerOutcome outcome = returned.outcome();
    SingleMessage message = hand.current();
    if (message == null || !message.delivery.equals(call.delivery())) {
      return;
    }
    state.times.worked(now);
    if (outcome instanceof HandlerOutcome.Completed completed) {
      onCompleted(message, returned, completed.state(), now);
    } else if (outcome instanceof HandlerOutcome.DeadLetter dead) {
      failures.onJudged(message, returned, dead, now);
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      onFenced(message, now);
    } else if (outcome instanceof HandlerOutcome.EndUnknown unknown) {
      failures.onEndUnknown(message, returned, unknown, now);
    } else {
      failures.onFailure(message, returned, (HandlerOutcome.Retry) outcome, now);
    }
  }

  private void onCompleted(
      SingleMessage message, CallState.Returned returned, StateChange kept, Now now) {
    message.ending = new SingleMessage.Ending(EndState.DONE, "", new Settlement.Complete());
    if (kept instanceof StateChange.Keep) {
      closing.writeEnd(message, now);
    } else if (hand.isByMessage()) {
      failures.onFailure(
          message,
          returned,
          MessageFailures.failed("claim: message keeps no state for sessions"),
          now);
    } else if (kept.size() > state.settings.commit().maxState()) {
      failures.onFailure(
          message,
          returned,
          MessageFailures.failed(
              "The handler wants %d bytes of state kept, and max-state allows %d."
                  .formatted(kept.size(), state.settings.commit().maxState())),
          now);
    } else {
      message.phase = Phase.NOTING;
      NotedEnd noted =
          new NotedEnd(message.delivery.id(), EndState.DONE, "", message.delivery.replay());
      state.writes.change(claimed(), new RecordChange.NoteEnd(noted, kept), now);
    }
  }

  private void onFenced(SingleMessage message, Now now) {
    state.effects.report(
        new WorkerFact.Fenced("the handler has seen a newer token; the claim is given back"));
    state.times.standBack(now);
    message.releasesClaim = true;
    if (hand.isByMessage()) {
      state.times.callNotBefore(state.times.claimNotBefore());
    }
    if (!letGo(now) && !hand.isByMessage()) {
      state.writes.release(claimed(), now);
    }
  }

  /** A cancelled call has not returned within the grace. */
  public void onNoReturn(HandlerCall call, Now now) {
    failures.onNoReturn(call, now);
  }

  private SessionState.Claimed claimed() {
    return state.in(SessionState.Claimed.class);
  }

  /**
   * Gives back what is in hand and not handled, because the worker stops or another region is to
   * come in.
   *
   * @return whether an answer is awaited
   */
  boolean letGo(Now now) {
    SingleMessage message = hand.current();
    if (hand.writer().isBusy()) {
      return true;
    }
    MessageContent.Open open = message == null ? null : message.open;
    Version version = message == null ? null : message.version;
    if (message == null || open == null || version == null) {
      return false;
    }
    boolean isMine = hand.isByMessage() || message.isUnder(state.claim());
    if (!isMine || state.writer.isBusy() || !isToGoBack(message)) {
      return false;
    }
    MessageAttempts tries =
        state.hasLostCallOf(message.delivery) ? open.tries().lostItsLink(now.wall()) : open.tries();
    hand.write(
        message,
        Phase.RETURNING,
        open.givenBack(tries.withStarted(state.hasCall() && tries.started())),
        Optional.of(version),
        now);
    return true;
  }

  /**
   * Whether what is in hand is to be given back: it was taken and not called; or it was called, its
   * call is over, and nothing came of it that counts.
   */
  private boolean isToGoBack(SingleMessage message) {
    return switch (message.phase) {
      case READY -> true;
      case WAITING -> hand.isByMessage();
      case CALLED -> hand.isByMessage() || (!state.hasCall() && !failures.isHeldInDoubt());
      default -> false;
    };
  }
}

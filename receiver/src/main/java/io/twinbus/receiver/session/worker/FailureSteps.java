package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import java.util.Optional;

/**
 * What becomes of a message whose handler call has not ended well:
 *
 * <ol>
 *   <li>A failed call is counted in the ledger; the session waits for the retry.
 *   <li>After the last attempt the message is dead-lettered or its session blocked.
 *   <li>A call whose end is not known is counted in a write that renews the claim under a higher
 *       token: it may still be at work, and two attempts never overlap under one.
 *   <li>With {@code in-doubt: block} the session is held for an operator instead, and the start
 *       stays on record.
 * </ol>
 */
final class FailureSteps {

  private final WorkerState state;

  /** The message that has failed for the last time. */
  private record Failed(Delivery delivery, Position position) {}

  FailureSteps(WorkerState state) {
    this.state = state;
  }

  /** A call has failed; one that was cancelled may have been half-way. */
  void onFailure(
      SessionState.Claimed claimed,
      CallState.Returned returned,
      HandlerOutcome.Retry failure,
      Now now) {
    HandlerCall call = returned.call();
    if (returned.cancelledAt() != null && isHeldInDoubt()) {
      holdInDoubt(claimed, call, failure.reason(), now);
      return;
    }
    state.attemptFailed(call, failure.text());
    FlowSettings.Attempts attempts = state.settings.attempts();
    if (call.attempt() < attempts.max()) {
      Duration pause = failure.after().orElse(attempts.pauseAfter(call.attempt()));
      state.times.callNotBefore(now.monotonic().plus(pause));
      state.writes.change(
          claimed, new RecordChange.CountFailure(call.position(), call.attempt()), now);
      return;
    }
    poison(claimed, new Failed(call.delivery(), call.position()), failure, now);
  }

  /** A call has answered that its end is unknown. */
  void onEndUnknown(
      SessionState.Claimed claimed, HandlerCall call, HandlerOutcome.EndUnknown unknown, Now now) {
    if (isHeldInDoubt()) {
      holdInDoubt(claimed, call, unknown.reason(), now);
      return;
    }
    state.attemptFailed(call, unknown.text());
    state.times.callNotBefore(
        now.monotonic().plus(state.settings.attempts().pauseAfter(call.attempt())));
    state.writes.renew(claimed, call.place(), unknown.text(), now);
  }

  /** A cancelled call has not returned within the grace. */
  void onNoReturn(SessionState.Claimed claimed, HandlerCall call, Now now) {
    String reason = "the call did not return after it was cancelled";
    if (isHeldInDoubt()) {
      holdInDoubt(claimed, call, reason, now);
    } else {
      state.writes.renew(claimed, call.place(), reason, now);
    }
  }

  /** The attempts of a message that is next are used up. */
  void onUsedUp(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    HandlerOutcome.Retry died =
        new HandlerOutcome.Retry("it did not return, or its process died", Optional.empty());
    poison(claimed, new Failed(head.delivery(), head.position()), died, now);
  }

  private boolean isHeldInDoubt() {
    return state.settings.attempts().inDoubt() == InDoubt.BLOCK;
  }

  private void holdInDoubt(SessionState.Claimed claimed, HandlerCall call, String reason, Now now) {
    String sentence =
        "The handler was started, and it is not known how that ended: %s".formatted(reason);
    Block block = block(call.delivery(), sentence, now);
    state.writes.block(claimed, new RecordChange.BlockSession(block, Optional.empty()), now);
  }

  /** By policy the message is dead, or its session blocked. */
  private void poison(
      SessionState.Claimed claimed, Failed message, HandlerOutcome.Retry last, Now now) {
    FlowSettings.Attempts attempts = state.settings.attempts();
    if (attempts.onPoison() == FlowSettings.OnPoison.DEAD_LETTER) {
      HandlerOutcome.DeadLetter dead =
          new HandlerOutcome.DeadLetter("MaxAttemptsExceeded", attempts.usedUp(last.text()));
      state.writes.change(
          claimed,
          RecordChange.End.dead(message.delivery(), message.position(), dead, now.wall()),
          now);
      return;
    }
    RecordChange.CountFailure failure =
        new RecordChange.CountFailure(message.position(), attempts.max());
    Block block = block(message.delivery(), attempts.usedUp(last.reason()), now);
    state.writes.block(claimed, new RecordChange.BlockSession(block, Optional.of(failure)), now);
  }

  private Block block(Delivery delivery, String sentence, Now now) {
    return new Block(
        sentence, delivery.message().id().value(), state.identity.instance().value(), now.wall());
  }
}

package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.LifeState.StopReason;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;

/**
 * How a worker stops, so that no record stays WORKING for a worker that has gone:
 *
 * <ol>
 *   <li>It lets the call in hand return: a drain until its deadline, any other reason cancels it
 *       and waits for the grace.
 *   <li>A call that the loss of the link cancels, and that does not end well, is noted in the write
 *       that gives its claim back.
 *   <li>It lets the write in flight be settled, a claim, too.
 *   <li>It gives back a message that it has taken and not handled.
 *   <li>It releases its claim, in one write with all that ended and was not written yet, until the
 *       ledger says that it stands or that another worker owns the record. Until then it still
 *       answers for the claim.
 *   <li>When another worker has the claim, or the instance's lease is gone, it writes nothing.
 * </ol>
 */
final class StoppingSteps {

  private final WorkerState state;
  private final ClaimedSteps claimed;
  private final CallSteps calls;
  private final MessageSteps messages;

  StoppingSteps(WorkerState state, ClaimedSteps claimed, CallSteps calls, MessageSteps messages) {
    this.messages = messages;
    this.state = state;
    this.claimed = claimed;
    this.calls = calls;
  }

  void step(LifeState.Stopping stopping, Now now) {
    StopReason why = stopping.why();
    if (why == StopReason.BROKER_LOST) {
      state.linkIsLost();
    }
    if (state.call() instanceof CallState.Present call && why != StopReason.DRAIN) {
      calls.cancel(call, now);
    }
    if (isCallAwaited(now)) {
      if (why.mayWrite() && state.session() instanceof SessionState.Claimed held) {
        claimed.commit(held, now);
      }
      return;
    }
    if (why.mayWrite() && (messages.letGo(now) || isLedgerAwaited(now))) {
      return;
    }
    if (why == StopReason.DRAIN && state.effects.settling() > 0) {
      return;
    }
    state.dropClaim();
    state.enter(stopping.over(), why.name());
  }

  private boolean isLedgerAwaited(Now now) {
    if (!state.writer.isBusy() && state.session() instanceof SessionState.Claimed held) {
      state.writes.release(held, now);
    }
    return state.writer.isBusy();
  }

  private boolean isCallAwaited(Now now) {
    if (!(state.call() instanceof CallState.Present call) || call instanceof CallState.Returned) {
      return false;
    }
    MonotonicTime until = calls.awaitedUntil(call, now);
    if (now.monotonic().isAtOrAfter(until)) {
      return false; // no wake-up: what follows waits for the ledger
    }
    state.effects.wakeAt(until);
    return true;
  }
}

package io.twinbus.receiver.session;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;

/**
 * How a worker stops, so that no record stays WORKING for a worker that has gone:
 *
 * <ol>
 *   <li>It lets the call in hand return: a drain until its deadline, any other reason cancels it
 *       and waits for the grace.
 *   <li>It lets the write in flight be settled, a claim, too.
 *   <li>It gives back a message that it has taken and not handled.
 *   <li>It releases its claim, in one write with all that ended and was not written yet, until the
 *       ledger says that it stands or that the record is somebody else's. Until then it still
 *       answers for the claim.
 *   <li>When the claim is somebody else's, or the instance's lease is gone, it writes nothing.
 * </ol>
 */
final class StoppingSteps {

  private final WorkerState memory;
  private final ClaimedSteps claimed;
  private final CallSteps calls;
  private final MessageSteps messages;

  StoppingSteps(WorkerState memory, ClaimedSteps claimed, CallSteps calls, MessageSteps messages) {
    this.messages = messages;
    this.memory = memory;
    this.claimed = claimed;
    this.calls = calls;
  }

  void step(WorkerState.Stopping why, Now now) {
    HandlerCall call = memory.call;
    if (call != null && why != WorkerState.Stopping.DRAIN) {
      calls.cancel(call, now);
    }
    boolean mayWrite = why.compareTo(WorkerState.Stopping.FENCED) < 0;
    if (isCallAwaited(now)) {
      if (mayWrite) {
        claimed.commit(now);
      }
      return;
    }
    if (mayWrite && (messages.letGo(now) || isLedgerAwaited(now))) {
      return;
    }
    if (why == WorkerState.Stopping.DRAIN && memory.settling > 0) {
      return;
    }
    messages.dropClaim();
    memory.stopped = true;
    memory.ask(new WorkerEffect.Stop(why.name()));
  }

  private boolean isLedgerAwaited(Now now) {
    if (!memory.line.isBusy() && memory.claim != null && memory.found().isPresent()) {
      memory.release(now);
    }
    return memory.line.isBusy();
  }

  private boolean isCallAwaited(Now now) {
    HandlerCall call = memory.call;
    if (call == null || call.hasReturned()) {
      return false;
    }
    if (call.cancelledAt() == null) {
      if (!now.monotonic().isAtOrAfter(call.deadline())) {
        memory.wakeAt(call.deadline());
        return true;
      }
      calls.cancel(call, now);
    }
    MonotonicTime until = calls.patience(now);
    memory.wakeAt(until);
    return !now.monotonic().isAtOrAfter(until);
  }
}

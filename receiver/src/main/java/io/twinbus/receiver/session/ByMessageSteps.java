package io.twinbus.receiver.session;

import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import java.util.Optional;

/**
 * What a worker does where each message is claimed by itself ({@link ClaimScope#MESSAGE}): one
 * message after the other, in the order in which the broker has them; nobody claims the session. A
 * message that a worker elsewhere has is waited for.
 */
final class ByMessageSteps {

  private final WorkerState memory;
  private final MessageSteps messages;
  private final CallSteps calls;
  private final UnclaimedSteps unclaimed;

  ByMessageSteps(
      WorkerState memory, MessageSteps messages, CallSteps calls, UnclaimedSteps unclaimed) {
    this.memory = memory;
    this.messages = messages;
    this.calls = calls;
    this.unclaimed = unclaimed;
  }

  void step(Now now) {
    HandlerCall call = memory.call;
    if (call != null) {
      calls.watch(call, now);
      return;
    }
    if (messages.isBusy()) {
      return;
    }
    Optional<Delivery> next = messages.taken().or(memory.inbox::single);
    if (next.isPresent()) {
      memory.busyAt = now.monotonic();
      messages.advance(next.get(), now);
    } else if (memory.inbox.isEmpty()) {
      unclaimed.stopWhenIdle(now);
    } else {
      memory.park(WorkerFact.Parked.Reason.NEWER, "all that is in hand needs a newer receiver");
    }
  }
}

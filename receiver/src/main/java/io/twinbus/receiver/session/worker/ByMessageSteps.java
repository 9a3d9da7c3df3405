package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What a worker does where each message is claimed by itself ({@link ClaimScope#MESSAGE}): one
 * message after the other, in the order in which the broker has them; no worker claims the session.
 * A message that a worker elsewhere has is waited for.
 */
final class ByMessageSteps {

  private final WorkerState state;
  private final MessageSteps messages;
  private final CallSteps calls;
  private final UnclaimedSteps unclaimed;

  ByMessageSteps(
      WorkerState state, MessageSteps messages, CallSteps calls, UnclaimedSteps unclaimed) {
    this.state = state;
    this.messages = messages;
    this.calls = calls;
    this.unclaimed = unclaimed;
  }

  /** The handler is away: a message that was taken goes back, and others may take it. */
  private boolean givesBack(Now now) {
    if (!state.handler.givesBack(now.monotonic())) {
      return false;
    }
    state.handler.gaveBack();
    if (!messages.letGo(now)) {
      return false;
    }
    state.times.standBack(now);
    state.times.callNotBefore(state.times.claimNotBefore());
    return true;
  }

  /** Whether {@code next} may not run yet: those behind it wait, too. */
  private boolean waitsForTime(Delivery next, Now now) {
    if (!(next.headers() instanceof ParsedHeaders.Sequenced sequenced)
        || !sequenced.headers().isTooEarly(now.wall())) {
      return false;
    }
    Instant due = Objects.requireNonNull(sequenced.headers().notBefore());
    state.wakeAtWall(due, now);
    state.times.moved(now);
    state.park(
        WorkerFact.Parked.Reason.TOO_EARLY,
        "message %s is not to run before %s".formatted(next.id(), due));
    return true;
  }

  void step(Now now) {
    if (state.call() instanceof CallState.Present call) {
      calls.watch(call, now);
      return;
    }
    if (messages.isBusy() || givesBack(now)) {
      return;
    }
    Optional<Delivery> next = messages.taken().or(state.inbox::single);
    if (next.isPresent()) {
      state.times.worked(now);
      if (!waitsForTime(next.get(), now)) {
        messages.advance(next.get(), now);
      }
    } else if (state.inbox.isEmpty()) {
      unclaimed.stopWhenIdle(now);
    } else {
      state.park(WorkerFact.Parked.Reason.NEWER, "all that is in hand needs a newer receiver");
    }
  }
}

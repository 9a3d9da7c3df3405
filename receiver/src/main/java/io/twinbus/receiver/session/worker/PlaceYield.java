package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.SessionDemand;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.WorkerState;

/**
 * Ends a session that others wait for in one write: its last ends go to the ledger with its
 * release.
 *
 * <ol>
 *   <li>It is asked when ends wait to be written and nothing else is in hand.
 *   <li>While no session waits for the place, the ends are written, and the claim stays.
 *   <li>Otherwise the ends wait until no copy has come for the quiet time: the next portion may be
 *       on its way.
 *   <li>Then the worker drains. {@link StoppingSteps} writes its release, which takes the ends
 *       along.
 * </ol>
 */
final class PlaceYield {

  private final WorkerState state;
  private final SessionDemand demand;

  PlaceYield(WorkerState state, SessionDemand demand) {
    this.state = state;
    this.demand = demand;
  }

  /** Whether the ends that wait are not to be written by themselves. */
  boolean takesEndsAlong(Now now) {
    if (!state.inbox.isEmpty() || state.hasCall() || !demand.isPressing()) {
      return false;
    }
    MonotonicTime quietAt = state.times.deliveredAt().plus(state.settings.pace().idle().quiet());
    if (now.monotonic().isAtOrAfter(quietAt)) {
      state.effects.report(new WorkerFact.PlaceGivenUp());
      state.stopFor(LifeState.StopReason.DRAIN);
    } else {
      state.effects.wakeAt(quietAt);
    }
    return true;
  }
}

package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells, once an alert time, that a session with messages in hand does not move. */
final class StuckAlarm {

  private final WorkerState state;
  private @Nullable MonotonicTime toldAt;

  StuckAlarm(WorkerState state) {
    this.state = state;
  }

  private String reason() {
    if (state.handler.isAway()) {
      return "the handler is away: " + state.handler.report().reason();
    }
    return state.session() instanceof SessionState.Held
        ? "the next handler call waits for a retry or for the ledger"
        : state.waitsFor().orElse("the ledger has not been read");
  }

  void step(Now now) {
    CallState call = state.call();
    boolean isCallOut = call instanceof CallState.Present && !(call instanceof CallState.Returned);
    boolean isAllEnded = state.inbox.isEmpty() && state.uncommitted.isEmpty();
    if (isAllEnded || isCallOut) {
      state.times.moved(now);
      toldAt = null;
      return;
    }
    Duration patience = state.settings.pace().stuckAfter();
    MonotonicTime due = (toldAt == null ? state.times.movedAt() : toldAt).plus(patience);
    if (!now.monotonic().isAtOrAfter(due)) {
      state.effects.wakeAt(due);
      return;
    }
    toldAt = now.monotonic();
    state.effects.wakeAt(toldAt.plus(patience));
    state.effects.report(
        new WorkerFact.Stuck(
            "%d messages have not moved for %d s: %s"
                .formatted(
                    state.inbox.size(),
                    now.monotonic().since(state.times.movedAt()).toSeconds(),
                    reason())));
  }
}

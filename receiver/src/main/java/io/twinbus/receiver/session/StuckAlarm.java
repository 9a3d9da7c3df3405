package io.twinbus.receiver.session;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells, once an alert time, that a session with messages in hand does not move. */
final class StuckAlarm {

  private final WorkerState memory;
  private @Nullable MonotonicTime toldAt;

  StuckAlarm(WorkerState memory) {
    this.memory = memory;
  }

  private String reason() {
    if (memory.claim != null) {
      return "the next handler call waits for a retry or for the ledger";
    }
    String why = memory.waitsFor;
    return why == null ? "the ledger has not been read" : why;
  }

  void step(Now now) {
    HandlerCall call = memory.call;
    boolean isCallOut = call != null && !call.hasReturned();
    boolean isAllEnded = memory.inbox.isEmpty() && memory.uncommitted.isEmpty();
    if (isAllEnded || isCallOut) {
      memory.movedAt = now.monotonic();
      toldAt = null;
      return;
    }
    Duration patience = memory.settings.pace().stuckAfter();
    MonotonicTime due = (toldAt == null ? memory.movedAt : toldAt).plus(patience);
    if (!now.monotonic().isAtOrAfter(due)) {
      memory.wakeAt(due);
      return;
    }
    toldAt = now.monotonic();
    memory.wakeAt(toldAt.plus(patience));
    memory.report(
        new WorkerFact.Stuck(
            "%d messages have not moved for %d s: %s"
                .formatted(
                    memory.inbox.size(),
                    now.monotonic().since(memory.movedAt).toSeconds(),
                    reason())));
  }
}

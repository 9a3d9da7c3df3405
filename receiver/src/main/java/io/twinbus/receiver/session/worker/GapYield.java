package io.twinbus.receiver.session.worker;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an owner that other streams keep busy gives way at a gap, so that the region with the missing
 * message can come in: past the grace, and once a grace, it has its region's report written,
 * releases, and claims nothing for two looks.
 */
final class GapYield {

  private final WorkerState state;
  private final GapSteps gapSteps;
  private @Nullable MonotonicTime last;

  GapYield(WorkerState state, GapSteps gapSteps) {
    this.state = state;
    this.gapSteps = gapSteps;
  }

  /** The gap to give way at, if there is one. */
  Optional<Inbox.Head> due(List<Inbox.Head> gaps, Now now) {
    if (gaps.isEmpty()) {
      return Optional.empty();
    }
    MonotonicTime before = last;
    boolean isTooSoon =
        before != null
            && !now.monotonic().isAtOrAfter(before.plus(state.settings.pace().gapGrace()));
    return isTooSoon
        ? Optional.empty()
        : gapSteps.overdue(gaps, now).stream()
            .findFirst()
            .filter(gap -> gapSteps.mayStepBack(gap, now));
  }

  /** Begins a write after which the claim is given back. */
  void step(SessionState.Claimed claimed, Inbox.Head gap, Now now) {
    last = now.monotonic();
    state.times.standBack(now);
    if (gapSteps.isNews(gap)) {
      state.writes.change(
          claimed,
          new RecordChange.ReportGap(
              gap.position().stream(), state.identity.region(), gap.position().seq()),
          now);
    } else {
      state.writes.release(claimed, now);
    }
  }
}

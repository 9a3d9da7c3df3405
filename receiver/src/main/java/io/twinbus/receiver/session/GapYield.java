package io.twinbus.receiver.session;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an owner that other streams keep busy gives way at a gap, so that the region with the missing
 * message can come in: past the grace, and once a grace, it has its region's report written,
 * releases, and claims nothing for two looks.
 */
final class GapYield {

  private final WorkerState memory;
  private final GapSteps gapSteps;
  private @Nullable MonotonicTime last;

  GapYield(WorkerState memory, GapSteps gapSteps) {
    this.memory = memory;
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
            && !now.monotonic().isAtOrAfter(before.plus(memory.settings.pace().gapGrace()));
    return isTooSoon
        ? Optional.empty()
        : gapSteps.overdue(gaps, now).stream()
            .findFirst()
            .filter(gap -> gapSteps.mayStepBack(gap, now));
  }

  /** Puts a write on the line, after which the claim is given back. */
  void step(Inbox.Head gap, Now now) {
    last = now.monotonic();
    memory.standBack(now);
    if (gapSteps.isNews(gap)) {
      memory.write(
          new RecordChange.ReportGap(
              gap.position().stream(), memory.who.region(), gap.position().seq()),
          now);
    } else {
      memory.release(now);
    }
  }
}

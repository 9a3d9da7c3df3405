package io.twinbus.ledger.rules;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the regions report about a gap, and what follows from it.
 *
 * <ol>
 *   <li>A region that waits reports the gap, with the lowest number that it holds behind it.
 *   <li>A region that finds the message withdraws all reports of the gap: with its claim or, when
 *       it may not claim, by a write of its own. A region that still waits then reports anew.
 *   <li>A write that moves the cursor clears the reports. Reports about another cursor are about
 *       another gap.
 *   <li>A region whose own report stands may pass over the gap, when its policy and the bound allow
 *       it: to just before the lowest number that any report holds, never further.
 * </ol>
 *
 * Every function returns the whole new progress.
 */
public final class GapRule {

  /**
   * The reason of a range that the policy {@code skip} passed over, and of the dead letters that
   * its stragglers become.
   */
  public static final String LATE_AFTER_SKIP = "LateAfterSkippedGap";

  private GapRule() {}

  /** {@code region} waits at the stream's cursor and holds nothing lower than {@code lowest}. */
  public static Progress reported(
      Progress progress, StreamId stream, RegionName region, long lowest, Instant at) {
    Gap gap =
        progress.gap(stream).orElseGet(() -> new Gap(progress.cursor(stream), new TreeMap<>()));
    Gap.Report known = gap.reports().get(region);
    Gap.Report report = new Gap.Report(lowest, known == null ? at : known.since());
    SortedMap<StreamId, Gap> waiting = new TreeMap<>(progress.waiting());
    waiting.put(stream, gap.with(region, report));
    return with(progress, waiting);
  }

  /** The same with {@code region}'s report counted from {@code at} on, as if it were new. */
  public static Progress renewed(
      Progress progress, StreamId stream, RegionName region, long lowest, Instant at) {
    Gap gap =
        progress.gap(stream).orElseGet(() -> new Gap(progress.cursor(stream), new TreeMap<>()));
    SortedMap<StreamId, Gap> waiting = new TreeMap<>(progress.waiting());
    waiting.put(stream, gap.with(region, new Gap.Report(lowest, at)));
    return with(progress, waiting);
  }

  /** The messages that {@code streams} waited for have been found: all reports are withdrawn. */
  public static Progress found(Progress progress, Collection<StreamId> streams) {
    if (progress.waiting().isEmpty()) {
      return progress;
    }
    SortedMap<StreamId, Gap> waiting = new TreeMap<>(progress.waiting());
    waiting.keySet().removeAll(streams);
    return with(progress, waiting);
  }

  /**
   * {@code region}, whose own report stands, passes over the gap: every number below the lowest
   * that any report holds is SKIPPED. Without such a report nothing changes.
   */
  public static Progress skipped(
      Progress progress, StreamId stream, RegionName region, Instant at) {
    return progress
        .gap(stream)
        .filter(gap -> gap.reports().containsKey(region))
        .map(
            gap ->
                ProgressRule.passedOver(
                    progress,
                    new EndedRange(
                        stream,
                        gap.cursor() + 1,
                        lastMissing(gap),
                        EndState.SKIPPED,
                        LATE_AFTER_SKIP),
                    at))
        .orElse(progress);
  }

  /** The last number of {@code gap} that no report holds. */
  public static long lastMissing(Gap gap) {
    return gap.reports().values().stream().mapToLong(Gap.Report::lowestHeld).min().orElseThrow()
        - 1;
  }

  private static Progress with(Progress progress, SortedMap<StreamId, Gap> waiting) {
    return progress.withWaiting(waiting);
  }
}

package io.twinbus.receiver.session.state;

import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.session.GapSightings;
import java.time.Duration;
import java.util.List;

/**
 * Since when each stream has waited at its gap, and since when this region's report of it has
 * stood; (stream, cursor) identifies a gap. Nothing here compares a clock with another machine's.
 */
public final class GapTimer {

  private final SessionId session;
  private final GapSightings sightings;

  public GapTimer(SessionId session, GapSightings sightings) {
    this.session = session;
    this.sightings = sightings;
  }

  /** Takes in the gaps that are open now. */
  public void update(List<Inbox.Head> gaps, Progress progress, MonotonicTime now) {
    gaps.forEach(gap -> since(gap, progress, now));
  }

  /** The gaps among {@code gaps} that have been open for {@code grace}. */
  public List<Inbox.Head> overdue(
      List<Inbox.Head> gaps, Progress progress, Duration grace, MonotonicTime now) {
    return gaps.stream()
        .filter(gap -> now.isAtOrAfter(since(gap, progress, now).plus(grace)))
        .toList();
  }

  /** Since when this process has known that {@code report} stands. */
  public MonotonicTime reportedSince(
      StreamId stream, Progress progress, Gap.Report report, MonotonicTime now) {
    return sightings.report(session, stream, progress.cursor(stream), report.since(), now);
  }

  private MonotonicTime since(Inbox.Head gap, Progress progress, MonotonicTime now) {
    StreamId stream = gap.position().stream();
    return sightings.gap(session, stream, progress.cursor(stream), now);
  }
}

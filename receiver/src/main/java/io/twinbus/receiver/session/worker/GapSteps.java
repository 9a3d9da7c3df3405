package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimRule;
import io.twinbus.ledger.rules.Claimant;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a worker without a claim does about its gaps, by plain writes over the record as read:
 *
 * <ol>
 *   <li>It holds a lower number than its region's report says: it lowers the report at once, also
 *       while another worker owns the session.
 *   <li>Otherwise it leaves a session alone that is blocked or that a live owner works on: the
 *       owner reports for itself.
 *   <li>A gap past the grace is looked for at the broker ({@link GapSearch}): neither a full window
 *       nor a link that delivers nothing proves that the message is not there. When it is not, and
 *       the record, read once more, says the same, the region reports. A dead owner's claim ends
 *       with that write, and the next one is a takeover.
 *   <li>Policy {@code skip}: when its region's report has stood for the bound, it looks through the
 *       session from the beginning once more, reads the record once more, and passes over the gap.
 *       The write raises the token. Over a dead owner's claim it renews the report instead, and the
 *       bound begins anew: the next owner may have the message in hand.
 *   <li>With {@code in-doubt: block} it holds the session instead when a start without an end is on
 *       record.
 *   <li>Whatever has been reported, behind a full window it goes on looking, once a grace: for what
 *       it misses, and for what only other regions report to miss, which may stand there, too.
 * </ol>
 */
final class GapSteps {

  private final WorkerState state;
  private final GapSearch hunt;

  GapSteps(WorkerState state, GapSearch hunt) {
    this.state = state;
    this.hunt = hunt;
  }

  /** Whether it has begun a read or a write of the record. */
  boolean step(SessionState.Unclaimed unclaimed, Now now, List<Inbox.Head> gaps) {
    for (Inbox.Head gap : gaps) {
      Gap.Report own = ownReport(gap);
      if (own != null && gap.position().seq() < own.lowestHeld()) {
        report(unclaimed, gap, now);
        return true;
      }
    }
    List<Inbox.Head> overdue = overdue(gaps, now);
    for (Inbox.Head gap : isFree() ? overdue : List.<Inbox.Head>of()) {
      MonotonicTime since = actsSince(gap, now);
      if (since != null) {
        MonotonicTime absentAt = hunt.absentSince(gap, since, now);
        return absentAt != null && act(unclaimed, gap, absentAt, now);
      }
    }
    if (!overdue.isEmpty() && hunt.isWindowFull()) {
      hunt.keepLooking(inTurn(goals(overdue), now), now);
    }
    return false;
  }

  /** One gap after the other, a grace each: a search that changes its goal begins anew. */
  private Search inTurn(List<Search> goals, Now now) {
    long graces = now.monotonic().nanos() / state.settings.pace().gapGrace().toNanos();
    return goals.get((int) Math.floorMod(graces, (long) goals.size()));
  }

  /** What {@code gaps} lack, and what other regions report to miss of streams not in hand. */
  private List<Search> goals(List<Inbox.Head> gaps) {
    List<Search> goals = new ArrayList<>(gaps.stream().map(hunt::goal).toList());
    Set<StreamId> inHand = state.inbox.streams();
    for (StreamId stream : state.progress().waiting().keySet()) {
      if (!inHand.contains(stream)) {
        state.progress().gap(stream).ifPresent(gap -> goals.add(missedElsewhere(stream, gap)));
      }
    }
    return goals;
  }

  private static Search missedElsewhere(StreamId stream, Gap gap) {
    long below = gap.reports().values().stream().mapToLong(Gap.Report::lowestHeld).max().orElse(0);
    return new Search(stream, gap.cursor(), below, 0);
  }

  /**
   * Whether an owner that holds {@code gap} past the grace may step back: its region's report
   * stands, or is proven.
   */
  boolean mayStepBack(Inbox.Head gap, Now now) {
    return !isNews(gap) || hunt.absentSince(gap, state.times.bornAt(), now) != null;
  }

  /**
   * Whether a gap past the grace is news that has to wait: only the owner, who is alive and need
   * not have it in hand, could report it.
   */
  boolean awaitsOwner(List<Inbox.Head> gaps, Now now) {
    return isOwned() && !isFree() && overdue(gaps, now).stream().anyMatch(this::isNews);
  }

  /** Whether the region has not reported what {@code gap} shows. */
  boolean isNews(Inbox.Head gap) {
    Gap.Report own = ownReport(gap);
    return own == null || gap.position().seq() < own.lowestHeld();
  }

  /** The gaps past the grace. */
  List<Inbox.Head> overdue(List<Inbox.Head> gaps, Now now) {
    return state.gapWatch.overdue(
        gaps, state.progress(), state.settings.pace().gapGrace(), now.monotonic());
  }

  /** Since when there is something to do about the gap; null when there is nothing. */
  private @Nullable MonotonicTime actsSince(Inbox.Head gap, Now now) {
    Gap.Report own = ownReport(gap);
    if (own == null) {
      return state.times.bornAt();
    }
    FlowSettings.Gaps policy = state.settings.gaps();
    if (policy.policy() == FlowSettings.GapPolicy.WAIT) {
      return null;
    }
    MonotonicTime due =
        state
            .gapWatch
            .reportedSince(gap.position().stream(), state.progress(), own, now.monotonic())
            .plus(policy.bound());
    return now.monotonic().isAtOrAfter(due) ? due : null;
  }

  /** The message is not here: read the record once more, then write. */
  private boolean act(
      SessionState.Unclaimed unclaimed, Inbox.Head gap, MonotonicTime absentAt, Now now) {
    if (!state.view.at().isAtOrAfter(absentAt)) {
      if (!now.monotonic().isAtOrAfter(state.view.readNotBefore())) {
        state.effects.wakeAt(state.view.readNotBefore());
        return false;
      }
      state.writer.read();
    } else if (isNews(gap) || isOwned()) {
      report(unclaimed, gap, now);
    } else {
      skip(unclaimed, gap, now);
    }
    return true;
  }

  private void skip(SessionState.Unclaimed unclaimed, Inbox.Head gap, Now now) {
    StreamId stream = gap.position().stream();
    long from = state.progress().cursor(stream) + 1;
    if (claimDecision(now) instanceof ClaimDecision.Hold hold) {
      state.writes.change(unclaimed, new RecordChange.Hold(hold.record()), now);
    } else {
      state.writes.change(
          unclaimed, new RecordChange.SkipGap(stream, state.identity.region(), from), now);
    }
  }

  /** What a claim would come to; none is made. */
  private ClaimDecision claimDecision(Now now) {
    return ClaimRule.decide(
        state.view.found().orElseThrow(),
        state.identity.session(),
        new Claimant(state.newOwner(), List.of(), state.settings.attempts().inDoubt()),
        state.stamp(now),
        state.ownership);
  }

  private void report(SessionState.Unclaimed unclaimed, Inbox.Head gap, Now now) {
    StreamId stream = gap.position().stream();
    Optional<MessageContent.Cold> cold = state.coldDocument(stream);
    if (cold.isPresent()) {
      state.writes.change(unclaimed, new RecordChange.Return(cold.get()), now);
      return; // the report follows when the cursor is in the record
    }
    RecordChange.ReportGap report =
        new RecordChange.ReportGap(stream, state.identity.region(), gap.position().seq());
    if (state.view.found().isEmpty()) {
      create(unclaimed, report, now);
    } else if (isOwned() && isFree()) {
      state.writes.change(unclaimed, new RecordChange.ReportOverDead(report), now);
    } else {
      state.writes.change(unclaimed, report, now);
    }
  }

  private void create(SessionState.Unclaimed unclaimed, RecordChange.ReportGap report, Now now) {
    WriteMark stamp = state.stamp(now);
    Custody pending = new Custody(SessionStatus.PENDING, null, stamp.at().toEpochMilli(), null);
    SessionRecord empty = SessionRecord.first(state.identity.session(), pending, stamp);
    state.writes.create(unclaimed, report, report.on(empty, now.wall()));
  }

  private Gap.@Nullable Report ownReport(Inbox.Head gap) {
    return state
        .progress()
        .gap(gap.position().stream())
        .map(reported -> reported.reports().get(state.identity.region()))
        .orElse(null);
  }

  private boolean isOwned() {
    return custody().map(Custody::owner).isPresent();
  }

  /** Whether neither an operator nor a live owner holds the session. */
  private boolean isFree() {
    return custody()
        .map(
            custody ->
                custody.status() != SessionStatus.BLOCKED
                    && (custody.owner() == null
                        || !isAtWork(state.ownership.judge(custody.owner()))))
        .orElse(true);
  }

  private static boolean isAtWork(OwnerState state) {
    return state == OwnerState.ALIVE || state == OwnerState.SERVED;
  }

  private Optional<Custody> custody() {
    return state.view.found().map(ReadOutcome.Found::record).map(SessionRecord::custody);
  }
}

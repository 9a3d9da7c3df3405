package io.twinbus.receiver.flow;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Stamp;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimRule;
import io.twinbus.ledger.rules.Claimant;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does without a claim:
 *
 * <ol>
 *   <li>With nothing in hand for a while it stops.
 *   <li>The first message of a stream that is at home here is claimed without a look: most sessions
 *       are new, and a conflict costs no more than the look would have.
 *   <li>Otherwise it looks at the record, at most once a {@code look} interval while parked.
 *   <li>With a runnable message it claims, if the claim rule lets it; else it is parked.
 *   <li>With nothing but gaps it holds no claim. Past the grace it reports this region's gap,
 *       unless a live owner works: that one reports for itself.
 * </ol>
 */
final class UnclaimedSteps {

  private final Memory memory;
  private @Nullable String parkedFor;

  UnclaimedSteps(Memory memory) {
    this.memory = memory;
  }

  void step(Now now, List<Inbox.Head> gaps) {
    if (memory.inbox.isEmpty()) {
      stopWhenIdle(now);
      return;
    }
    memory.busyAt = now.monotonic();
    if (!now.monotonic().isAtOrAfter(memory.claimNotBefore)) {
      memory.wakeAt(memory.claimNotBefore);
      return;
    }
    Optional<Inbox.Head> runnable = memory.inbox.runnable(memory.progress(), now.wall());
    if (memory.view == null && runnable.filter(this::isFirstAtHome).isPresent()) {
      claim(new ReadOutcome.Absent(), now);
    } else if (isViewStale(now)) {
      lookWhenAllowed(now);
    } else if (runnable.isPresent()) {
      claim(Objects.requireNonNull(memory.view), now);
    } else {
      waitAtGap(now, gaps);
    }
  }

  /** A look is due again: the next step looks, whatever the view's age. */
  void lookAround() {
    memory.viewAt = memory.viewAt.plus(memory.settings.pace().look().negated());
  }

  private void stopWhenIdle(Now now) {
    Duration idle = memory.settings.pace().linger().dividedBy(4);
    MonotonicTime end = memory.busyAt.plus(idle);
    if (!now.monotonic().isAtOrAfter(end)) {
      memory.wakeAt(end);
    } else if (memory.settling == 0) {
      memory.stopped = true;
      memory.ask(new WorkerEffect.Stop("nothing in hand"));
    }
  }

  private boolean isFirstAtHome(Inbox.Head head) {
    return head.position().prev() == 0 && head.headers().home().equals(memory.who.region());
  }

  private void lookWhenAllowed(Now now) {
    if (now.monotonic().isAtOrAfter(memory.lookNotBefore)) {
      memory.look();
    } else {
      memory.wakeAt(memory.lookNotBefore);
    }
  }

  private boolean isViewStale(Now now) {
    return memory.view == null
        || now.monotonic().isAtOrAfter(memory.viewAt.plus(memory.settings.pace().look()));
  }

  private void claim(ReadOutcome seen, Now now) {
    Owner me = memory.newOwner();
    Stamp stamp = memory.stamp(now);
    ClaimDecision decision =
        ClaimRule.decide(seen, memory.who.session(), claimant(me, now), stamp, memory.standing);
    if (decision instanceof ClaimDecision.Leave leave) {
      park(
          leave.reason() == ClaimDecision.Reason.BLOCKED
              ? "it is blocked, and waits for an operator"
              : "another worker owns it");
      return;
    }
    parkedFor = null;
    if (decision instanceof ClaimDecision.Hold hold) {
      memory.write(new Change.Hold(hold.record()), now);
      return;
    }
    memory.standing.serve(me.claim());
    memory.claim = me.claim();
    if (decision instanceof ClaimDecision.Replace replace) {
      memory.write(
          new Change.Claim(me.claim(), Optional.of(replace.kind()), replace.record()), now);
    } else {
      SessionRecord record = ((ClaimDecision.Create) decision).record();
      memory.create(new Change.Claim(me.claim(), Optional.empty(), record), record);
    }
  }

  private Claimant claimant(Owner me, Now now) {
    List<Position> heads = memory.inbox.runnables(memory.progress(), now.wall());
    return new Claimant(me, heads, memory.settings.attempts().inDoubt());
  }

  private void waitAtGap(Now now, List<Inbox.Head> gaps) {
    Optional<Inbox.Head> overdue =
        memory.gapWatch.overdue(gaps, memory.settings.pace().gapGrace(), now.monotonic());
    boolean windowFull = memory.inbox.size() >= memory.settings.window().most();
    if (overdue.isPresent() && !windowFull && !isOwnerAtWork() && isNews(overdue.get())) {
      reportGap(overdue.get(), now);
      return;
    }
    park(gapInWords(windowFull, gaps));
  }

  private static String gapInWords(boolean windowFull, List<Inbox.Head> gaps) {
    if (gaps.isEmpty()) {
      return "all that is in hand needs a newer receiver";
    }
    return windowFull
        ? "its reorder window is full, and the missing message may stand behind it"
        : "a message is missing whose successors are here";
  }

  private boolean isOwnerAtWork() {
    return memory
        .found()
        .map(found -> found.record().custody().owner())
        .map(owner -> memory.standing.judge(owner))
        .filter(state -> state == OwnerState.ALIVE || state == OwnerState.SERVED)
        .isPresent();
  }

  private boolean isNews(Inbox.Head head) {
    Gap.Report known =
        memory
            .progress()
            .gap(head.position().stream())
            .map(gap -> gap.reports().get(memory.who.region()))
            .orElse(null);
    return known == null || known.lowestHeld() != head.position().seq();
  }

  private void reportGap(Inbox.Head head, Now now) {
    Change.ReportGap report =
        new Change.ReportGap(head.position().stream(), memory.who.region(), head.position().seq());
    if (memory.found().isPresent()) {
      memory.write(report, now);
    } else {
      Stamp stamp = memory.stamp(now);
      Custody pending = new Custody(SessionStatus.PENDING, null, stamp.at().toEpochMilli(), null);
      SessionRecord empty = SessionRecord.first(memory.who.session(), pending, stamp);
      memory.create(report, report.on(empty, stamp));
    }
  }

  private void park(String why) {
    if (!why.equals(parkedFor)) {
      parkedFor = why;
      memory.report(new WorkerFact.Parked(why));
    }
    memory.wakeAt(memory.viewAt.plus(memory.settings.pace().look()));
  }
}

package io.twinbus.receiver.session;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimRule;
import io.twinbus.ledger.rules.Claimant;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.WorkerFact.Parked.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker does without a claim:
 *
 * <ol>
 *   <li>With nothing in hand for a while it stops.
 *   <li>The first message of a stream that is at home here is claimed without a look: most sessions
 *       are new, and a conflict costs no more than the look would have.
 *   <li>Otherwise it looks at the record, at most once a {@code look} interval while parked.
 *   <li>Of a message that has a record of its own, that is read before a claim.
 *   <li>With a runnable message it claims, if the claim rule lets it; else it is parked, and takes
 *       back what regions report about a gap that this message ends.
 *   <li>With nothing but gaps it holds no claim: {@link GapSteps}.
 * </ol>
 */
final class UnclaimedSteps {

  private final WorkerState memory;
  private final GapSteps gapSteps;
  private final MessageSteps messages;

  UnclaimedSteps(WorkerState memory, GapSteps gapSteps, MessageSteps messages) {
    this.memory = memory;
    this.messages = messages;
    this.gapSteps = gapSteps;
  }

  void step(Now now, StreamHeads heads) {
    if (memory.inbox.isEmpty()) {
      stopWhenIdle(now);
      return;
    }
    memory.busyAt = now.monotonic();
    boolean standsBack = !now.monotonic().isAtOrAfter(memory.claimNotBefore);
    if (standsBack) {
      memory.wakeAt(memory.claimNotBefore);
    }
    Optional<Inbox.Head> runnable = standsBack ? Optional.empty() : heads.next();
    Optional<Delivery> single = memory.inbox.singleBefore(runnable);
    if (memory.view == null
        && single.isEmpty()
        && runnable.filter(this::isFirstAtHome).isPresent()) {
      claim(new ReadOutcome.Absent(), now);
    } else if (isViewStale(now)) {
      lookWhenAllowed(now);
    } else if (single.isPresent() && isToProbe(single.get(), now)) {
      return;
    } else if (isToClaim(standsBack, runnable, single)
        && claim(Objects.requireNonNull(memory.view), now)) {
      return;
    } else if (!takeReportsBack(now)
        && !gapSteps.step(now, heads.gaps())
        && runnable.isEmpty()
        && single.isEmpty()) {
      parkWithoutRunnable(heads.gaps());
    }
  }

  private static boolean isToClaim(
      boolean standsBack, Optional<Inbox.Head> runnable, Optional<Delivery> single) {
    return !standsBack && (runnable.isPresent() || single.isPresent());
  }

  /** Where nothing has been claimed yet, no message of the session has a record. */
  private boolean isToProbe(Delivery single, Now now) {
    return memory.found().isPresent() && messages.probes(single, now);
  }

  /** A look is due again: the next step looks, whatever the view's age. */
  void recheckOwner() {
    memory.viewAt = memory.viewAt.plus(memory.settings.pace().readInterval().negated());
  }

  /** With nothing in hand for a while the worker stops. */
  void stopWhenIdle(Now now) {
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
        || now.monotonic().isAtOrAfter(memory.viewAt.plus(memory.settings.pace().readInterval()));
  }

  /** Whether the claim, or a hold in its place, is on the line; otherwise the session is parked. */
  private boolean claim(ReadOutcome seen, Now now) {
    Owner me = memory.newOwner();
    WriteMark stamp = memory.stamp(now);
    ClaimDecision decision =
        ClaimRule.decide(seen, memory.who.session(), claimant(me, now), stamp, memory.standing);
    if (decision instanceof ClaimDecision.Leave leave) {
      if (leave.reason() == ClaimDecision.Reason.BLOCKED) {
        park(Reason.BLOCKED, "it is blocked, and waits for an operator");
      } else {
        park(Reason.OWNED_ELSEWHERE, "another worker owns it");
      }
      return false;
    }
    memory.unpark();
    if (decision instanceof ClaimDecision.Hold hold) {
      memory.write(new RecordChange.Hold(hold.record()), now);
      return true;
    }
    memory.standing.serve(me.claim());
    memory.claim = me.claim();
    if (decision instanceof ClaimDecision.Replace replace) {
      SessionRecord record = replace.record().withProgress(afterClaim(replace.record(), now));
      memory.write(new RecordChange.Claim(me.claim(), Optional.of(replace.kind()), record), now);
    } else {
      SessionRecord record = ((ClaimDecision.Create) decision).record();
      memory.create(new RecordChange.Claim(me.claim(), Optional.empty(), record), record);
    }
    return true;
  }

  private Claimant claimant(Owner me, Now now) {
    return new Claimant(me, memory.heads(now).positions(), memory.settings.attempts().inDoubt());
  }

  /** A claim answers the gaps whose message it has in hand, and forgets streams long idle. */
  private Progress afterClaim(SessionRecord record, Now now) {
    Progress answered = GapRule.found(record.progress(), memory.answeredGaps(now));
    return memory.settings.horizon().pruned(answered, memory.inbox.streams(), now.wall());
  }

  private void parkWithoutRunnable(List<Inbox.Head> gaps) {
    if (gaps.isEmpty()) {
      park(Reason.NEWER, "all that is in hand needs a newer receiver");
      return;
    }
    StreamId stream = gaps.get(0).position().stream();
    park(
        Reason.GAP,
        "the message after %d of stream %s is missing, and its successors are here"
            .formatted(memory.progress().cursor(stream), stream));
  }

  /** What others wait for is in hand, and may not be claimed now: nobody's report stands. */
  private boolean takeReportsBack(Now now) {
    Set<StreamId> found = memory.answeredGaps(now);
    if (!found.isEmpty()) {
      memory.write(new RecordChange.Found(found), now);
    }
    return !found.isEmpty();
  }

  private void park(Reason reason, String why) {
    memory.park(reason, why);
    memory.wakeAt(memory.viewAt.plus(memory.settings.pace().readInterval()));
  }
}

package io.twinbus.receiver.session.worker;

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
import io.twinbus.receiver.session.message.ColdSteps;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.LifeState;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.StreamHeads;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import java.util.List;
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
 *   <li>With nothing but gaps it holds no claim: {@link GapSteps}. Nor does it while the time of
 *       its messages has not come.
 *   <li>While the handler is away it claims nothing, looks at the record, and drops what that
 *       covers.
 * </ol>
 */
final class UnclaimedSteps {

  private final WorkerState state;
  private final GapSteps gapSteps;
  private final MessageSteps messages;
  private final ColdSteps cold;

  UnclaimedSteps(WorkerState state, GapSteps gapSteps, MessageSteps messages, ColdSteps cold) {
    this.state = state;
    this.cold = cold;
    this.messages = messages;
    this.gapSteps = gapSteps;
  }

  void step(SessionState.Unclaimed unclaimed, Now now, StreamHeads heads) {
    if (state.inbox.isEmpty()) {
      stopWhenIdle(now);
      return;
    }
    state.times.worked(now);
    boolean standsBack = !now.monotonic().isAtOrAfter(state.times.claimNotBefore());
    if (standsBack) {
      state.effects.wakeAt(state.times.claimNotBefore());
    }
    Optional<Inbox.Head> runnable = heads.next();
    Optional<Delivery> single = state.inbox.singleBefore(heads);
    boolean isLikelyNew =
        !state.view.isKnown()
            && single.isEmpty()
            && runnable.filter(this::isFirstAtHome).isPresent();
    if (isLikelyNew && !standsBack && claim(unclaimed, new ReadOutcome.Absent<>(), now)) {
      return;
    } else if (state.view.isStale(now.monotonic())) {
      lookWhenAllowed(now);
    } else if (single.isPresent() && isToProbe(single.get(), now)) {
      return;
    } else if (isToClaim(standsBack, runnable, single)
        && claim(unclaimed, state.view.seen(), now)) {
      return;
    } else if (!takeReportsBack(unclaimed, now)
        && !gapSteps.step(unclaimed, now, heads.gaps())
        && runnable.isEmpty()
        && single.isEmpty()
        && heads.held().isEmpty()) {
      parkWithoutRunnable(heads, now);
    }
  }

  private static boolean isToClaim(
      boolean standsBack, Optional<Inbox.Head> runnable, Optional<Delivery> single) {
    return !standsBack && (runnable.isPresent() || single.isPresent());
  }

  /** Where nothing has been claimed yet, no message of the session has a record. */
  private boolean isToProbe(Delivery single, Now now) {
    return state.view.found().isPresent() && messages.probes(single, now);
  }

  /** A look is due again: the next step looks, whatever the view's age. */
  void recheckOwner() {
    state.view.age();
  }

  /** With nothing in hand for a while the worker stops. */
  void stopWhenIdle(Now now) {
    Duration idle = state.settings.pace().linger().dividedBy(4);
    MonotonicTime end = state.times.busyAt().plus(idle);
    if (!now.monotonic().isAtOrAfter(end)) {
      state.effects.wakeAt(end);
    } else if (state.effects.settling() == 0 && state.life() instanceof LifeState.Working working) {
      state.enter(working.idle(), "nothing in hand");
    }
  }

  private boolean isFirstAtHome(Inbox.Head head) {
    return head.position().prev() == 0 && head.headers().home().equals(state.identity.region());
  }

  private void lookWhenAllowed(Now now) {
    if (now.monotonic().isAtOrAfter(state.view.readNotBefore())) {
      state.writer.read();
    } else {
      state.effects.wakeAt(state.view.readNotBefore());
    }
  }

  /**
   * Whether the claim, or a hold in its place, is being written; otherwise the session is parked.
   */
  private boolean claim(
      SessionState.Unclaimed unclaimed, ReadOutcome<SessionRecord> seen, Now now) {
    Owner me = state.newOwner();
    WriteMark stamp = state.stamp(now);
    ClaimDecision decision =
        ClaimRule.decide(seen, state.identity.session(), claimant(me, now), stamp, state.ownership);
    if (decision instanceof ClaimDecision.Leave leave) {
      state.handler.cannotClaim(now.monotonic());
      if (leave.reason() == ClaimDecision.Reason.BLOCKED) {
        park(Reason.BLOCKED, "it is blocked, and waits for an operator");
      } else {
        park(Reason.OWNED_ELSEWHERE, "another worker owns it");
      }
      return false;
    }
    if (decision instanceof ClaimDecision.Hold hold) {
      state.unpark();
      state.writes.change(unclaimed, new RecordChange.Hold(hold.record()), now);
      return true;
    }
    if (!state.mayClaim(now)) {
      return false;
    }
    state.unpark();
    if (decision instanceof ClaimDecision.Replace replace) {
      if (replace.kind() == ClaimDecision.Kind.TAKEOVER && cold.looksBeforeTakeover(now)) {
        return true;
      }
      SessionRecord record = replace.record().withProgress(afterClaim(replace.record(), now));
      state.writes.claim(
          unclaimed, new RecordChange.Claim(me.claim(), Optional.of(replace.kind()), record), now);
    } else {
      SessionRecord record = ((ClaimDecision.Create) decision).record();
      state.writes.createClaimed(
          unclaimed, new RecordChange.Claim(me.claim(), Optional.empty(), record));
    }
    return true;
  }

  private Claimant claimant(Owner me, Now now) {
    return new Claimant(me, state.heads(now).positions(), state.settings.attempts().inDoubt());
  }

  /**
   * A claim answers the gaps whose message it has in hand, brings back the cursors of cold streams
   * in hand, and forgets streams long idle.
   */
  private Progress afterClaim(SessionRecord record, Now now) {
    Progress known = state.cold.over(record.progress(), state.inbox::streams);
    Progress answered = GapRule.found(known, state.answeredGaps(now));
    return state.settings.horizon().pruned(answered, state.inbox.streams(), now.wall());
  }

  private void parkWithoutRunnable(StreamHeads heads, Now now) {
    List<Inbox.Head> gaps = heads.gaps();
    if (heads.isWaitingForTime()) {
      Inbox.Head next = heads.nextLater().orElseThrow();
      state.park(
          Reason.TOO_EARLY,
          "message %s is not to run before %s".formatted(next.delivery().id(), next.notBefore()));
      return; // woken when its time comes; nothing in the ledger changes that
    }
    if (gaps.isEmpty()) {
      park(Reason.NEWER, "all that is in hand needs a newer receiver");
      return;
    }
    if (gapSteps.awaitsOwner(gaps, now)) {
      park(Reason.OWNED_ELSEWHERE, "another worker owns it, and a gap is to be reported");
      return;
    }
    StreamId stream = gaps.get(0).position().stream();
    park(
        Reason.GAP,
        "the message after %d of stream %s is missing, and its successors are here"
            .formatted(state.progress().cursor(stream), stream));
  }

  /** What others wait for is in hand, and may not be claimed now: all reports are withdrawn. */
  private boolean takeReportsBack(SessionState.Unclaimed unclaimed, Now now) {
    Set<StreamId> found = state.answeredGaps(now);
    if (!found.isEmpty()) {
      state.writes.change(unclaimed, new RecordChange.Found(found), now);
    }
    return !found.isEmpty();
  }

  private void park(Reason reason, String why) {
    state.park(reason, why);
    state.effects.wakeAt(state.view.staleAt());
  }
}

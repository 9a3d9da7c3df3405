package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.rules.Verdict;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.SessionDemand;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.ColdSteps;
import io.twinbus.receiver.session.message.MessageSteps;
import io.twinbus.receiver.session.message.OverflowSteps;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.DeadLetters;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.StreamHeads;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker does under its claim:
 *
 * <ol>
 *   <li>It runs the runnable message that arrived first, and the next one when that one has ended
 *       well, up to a group of them beyond the ledger's record. A group of one ({@code commit:
 *       each}) makes each wait for the end of the one before to be written.
 *   <li>A message whose start is on record goes first, whatever has arrived meanwhile: if this
 *       process dies, the start counts against that message.
 *   <li>A message that has a record of its own takes its turn by arrival, with nothing uncommitted
 *       before it ({@link MessageSteps}).
 *   <li>One write is out at a time, and whatever else is written takes all that has ended along.
 *       One that could go waits a moment for more, as {@link CommitDelay} says. The last one goes
 *       with the release where other sessions wait: {@link PlaceYield}.
 *   <li>A message that passes over numbers has its hole closed before its handler starts, and
 *       nothing runs beside such a write, or one about a failure, a dead letter or the claim.
 *   <li>So does a message that regions report to be missing: first the reports are taken back.
 *   <li>With nothing runnable for the linger time the claim is released; messages behind a gap do
 *       not count. While {@link SessionDemand} lets it, that is the long linger: the next message
 *       then runs without a round trip to the ledger.
 *   <li>At a gap past the grace it gives way: {@link GapYield}.
 *   <li>While the handler is away it calls nothing, and after a while gives the claim back.
 * </ol>
 */
final class ClaimedSteps {

  private final WorkerState state;
  private final CallSteps calls;
  private final GapYield stepBack;
  private final StreamRoom streamRoom;
  private final MessageSteps messages;
  private final OverflowSteps overflow;
  private final ColdSteps cold;
  private final CommitDelay gathering;
  private final SessionDemand demand;
  private final PlaceYield placeYield;

  /**
   * What is done about records beside the session's.
   *
   * @param messages about messages that have a record of their own
   * @param overflow about ended ranges that the session record has no room for
   * @param cold about streams that it has no room for
   */
  record Aside(MessageSteps messages, OverflowSteps overflow, ColdSteps cold) {}

  ClaimedSteps(
      WorkerState state, CallSteps calls, GapSteps gapSteps, SessionDemand demand, Aside aside) {
    this.state = state;
    this.messages = aside.messages();
    this.overflow = aside.overflow();
    this.cold = aside.cold();
    this.calls = calls;
    this.stepBack = new GapYield(state, gapSteps);
    this.streamRoom = new StreamRoom(state);
    this.gathering = new CommitDelay(state.settings.commit());
    this.demand = demand;
    this.placeYield = new PlaceYield(state, demand);
  }

  void step(SessionState.Claimed claimed, Now now, StreamHeads heads) {
    if (state.call() instanceof CallState.Present call) {
      calls.watch(call, now);
    } else if (!state.writer.isBusy() || state.writes.isCommitting()) {
      goOn(claimed, now, heads);
    }
    if (mayCommit()
        && state.session() instanceof SessionState.Claimed still
        && !waitsForMore(now)
        && (overflow.size() > 0 || messages.isBusy() || !placeYield.takesEndsAlong(now))) {
      commit(still, now);
    }
  }

  /** Writes what has ended well, unless it is on its way already. */
  void commit(SessionState.Claimed claimed, Now now) {
    if (mayCommit()) {
      state.writes.commit(claimed, now);
    }
  }

  private boolean mayCommit() {
    return !state.uncommitted.isEmpty() && !state.writer.isBusy();
  }

  private boolean waitsForMore(Now now) {
    Optional<MonotonicTime> until =
        gathering.waitsUntil(state.uncommitted.size(), state.hasCall(), now.monotonic());
    until.ifPresent(state.effects::wakeAt);
    return until.isPresent();
  }

  private void goOn(SessionState.Claimed claimed, Now now, StreamHeads heads) {
    if (messages.isBusy() || (!state.writer.isBusy() && makesRoom(claimed, now))) {
      return;
    }
    boolean isBlocked = state.view.found().orElseThrow().record().status() == SessionStatus.BLOCKED;
    Optional<Map.Entry<StreamId, Suspect>> start = SuspectRule.started(state.progress());
    if (start.filter(mark -> heads.isHeld(mark.getKey())).isPresent()) {
      state.times.worked(now);
      return; // its stream's document is being read, and nothing goes before it
    }
    Optional<Inbox.Head> marked =
        start.flatMap(mark -> heads.at(mark.getKey(), mark.getValue().seq()));
    Optional<Inbox.Head> next = marked.or(heads::next);
    Optional<Delivery> single =
        marked.isPresent() ? Optional.empty() : state.inbox.singleBefore(heads);
    if (!isBlocked && next.isEmpty() && single.isEmpty() && !heads.held().isEmpty()) {
      state.times.worked(now);
      cold.bringBack(claimed, heads.held().get(0), now);
      return;
    }
    boolean isIdle = next.isEmpty() && single.isEmpty();
    Optional<Inbox.Head> overdue = isIdle ? Optional.empty() : stepBack.due(heads.gaps(), now);
    if (!isBlocked && !isIdle) {
      state.times.worked(now);
    }
    Set<StreamId> answered = state.answeredGaps(now);
    boolean givesBack = !isIdle && state.handler.givesBack(now.monotonic());
    boolean mayGoOn = !isBlocked && !givesBack && overdue.isEmpty();
    if (mayGoOn && answered.isEmpty() && single.isPresent()) {
      if (!state.writer.isBusy() && state.uncommitted.isEmpty()) {
        messages.advance(single.get(), now);
      }
      return;
    }
    boolean isNext =
        next.filter(head -> head.verdict() == Verdict.NEXT)
            .filter(streamRoom::isThere)
            .filter(head -> !answered.contains(head.position().stream()))
            .isPresent();
    if (mayGoOn && isNext) {
      calls.start(claimed, next.get(), now);
    } else if (state.writer.isBusy()) {
      return; // the rest is decided when the write that is out has landed
    } else if (!mayGoOn && messages.letGo(now)) {
      return; // a message goes back first
    } else if (isBlocked) {
      state.writes.release(claimed, now);
    } else if (givesBack) {
      giveBack(claimed, now);
    } else if (!answered.isEmpty()) {
      state.writes.change(claimed, new RecordChange.Found(answered), now);
    } else if (isIdle) {
      releaseWhenIdle(claimed, now);
    } else if (overdue.isPresent()) {
      stepBack.step(claimed, overdue.get(), now);
    } else {
      advance(claimed, next.get(), now);
    }
  }

  private boolean makesRoom(SessionState.Claimed claimed, Now now) {
    return overflow.makesRoom(claimed, now) || cold.makesRoom(claimed, now);
  }

  /** The handler is away here: the other region, whose handler may be well, may come in. */
  private void giveBack(SessionState.Claimed claimed, Now now) {
    state.handler.gaveBack();
    state.times.standBack(now);
    state.writes.release(claimed, now);
  }

  private void advance(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    if (!streamRoom.isThere(head)) {
      streamRoom.make(claimed, head, now);
      return;
    }
    switch (head.verdict()) {
      case TOO_OLD ->
          state.writes.change(
              claimed,
              RecordChange.End.dead(
                  head.delivery(), head.position(), DeadLetters.BEYOND_RETENTION, now.wall()),
              now);
      case EXPIRED ->
          state.writes.change(
              claimed,
              RecordChange.End.dead(
                  head.delivery(), head.position(), DeadLetters.EXPIRED, now.wall()),
              now);
      case OVER_HOLE ->
          state.writes.change(claimed, new RecordChange.CloseHole(head.position()), now);
      case NEXT, COVERED, GAP ->
          throw new IllegalStateException("Not for the ledger: " + head.position());
    }
  }

  /** A message's end is written: settle its copy. */
  void onEnded(RecordChange.End end, Now now) {
    state.inbox.remove(end.delivery(), end.position());
    state.times.moved(now);
    EndedRange onRecord =
        state
            .view
            .progress()
            .endOf(end.position().stream(), end.position().seq())
            .orElseThrow(() -> new IllegalStateException("Not ended: " + end.position()));
    boolean asWritten = onRecord.state() == end.ending().state();
    Settlement settlement =
        asWritten ? end.ending().settlement() : DeliveryRule.settlementFor(onRecord);
    state.effects.report(
        new WorkerFact.Ended(
            WorkerFact.Subject.of(end.delivery()), onRecord.state(), settlement.why()));
    state.effects.settle(end.delivery(), settlement);
  }

  private void releaseWhenIdle(SessionState.Claimed claimed, Now now) {
    FlowSettings.Idle idle = state.settings.pace().idle();
    MonotonicTime end = state.times.busyAt().plus(isWanted() ? idle.shortest() : idle.linger());
    if (now.monotonic().isAtOrAfter(end) && mayStay()) {
      end = state.times.busyAt().plus(idle.longLinger());
    }
    if (now.monotonic().isAtOrAfter(end)) {
      state.writes.release(claimed, now);
    } else {
      state.effects.wakeAt(end);
    }
  }

  private boolean isWanted() {
    return demand.isWanted(state.identity.session());
  }

  /** Nobody waits for the claim, nor the worker for a message that only another region may have. */
  private boolean mayStay() {
    return state.inbox.isEmpty()
        && demand.mayKeep(state.identity.session())
        && !state.handler.isAway()
        && state.progress().waiting().isEmpty();
  }
}

package io.twinbus.receiver.session;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.rules.Verdict;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker does under its claim:
 *
 * <ol>
 *   <li>It runs the runnable message that arrived first, and the next one when that one has ended
 *       well, up to a group of them beyond the ledger's record. A group of one ({@code commit:
 *       each}) makes each wait for the end of the one before to be written.
 *   <li>A message that has a record of its own takes its turn by arrival, with nothing uncommitted
 *       before it ({@link MessageSteps}).
 *   <li>One write is out at a time, and whatever else is written takes all that has ended along.
 *       One that could go waits a moment for more, as {@link CommitDelay} says.
 *   <li>A message that passes over numbers has its hole closed before its handler starts, and
 *       nothing runs beside such a write, or one about a failure, a dead letter or the claim.
 *   <li>So does a message that regions report to be missing: first the reports are taken back.
 *   <li>With nothing runnable for the linger time the claim is released; messages behind a gap do
 *       not count.
 *   <li>At a gap past the grace it gives way: {@link GapYield}.
 * </ol>
 */
final class ClaimedSteps {

  private final WorkerState memory;
  private final CallSteps calls;
  private final GapYield stepBack;
  private final StreamRoom streamRoom;
  private final MessageSteps messages;
  private final OverflowSteps overflow;
  private final CommitDelay gathering;

  /**
   * What is done about records beside the session's.
   *
   * @param messages about messages that have a record of their own
   * @param overflow about ended ranges that the session record has no room for
   */
  record Aside(MessageSteps messages, OverflowSteps overflow) {}

  ClaimedSteps(WorkerState memory, CallSteps calls, GapSteps gapSteps, Aside aside) {
    this.memory = memory;
    this.messages = aside.messages();
    this.overflow = aside.overflow();
    this.calls = calls;
    this.stepBack = new GapYield(memory, gapSteps);
    this.streamRoom = new StreamRoom(memory);
    this.gathering = new CommitDelay(memory.settings.commit());
  }

  void step(Now now, StreamHeads heads) {
    HandlerCall call = memory.call;
    if (call != null) {
      calls.watch(call, now);
    } else if (!memory.line.isBusy() || memory.isCommitting()) {
      goOn(now, heads);
    }
    if (mayCommit() && !waitsForMore(now)) {
      commit(now);
    }
  }

  /** Writes what has ended well, unless it is on its way already. */
  void commit(Now now) {
    if (mayCommit()) {
      memory.write(Optional.empty(), now);
    }
  }

  private boolean mayCommit() {
    return !memory.uncommitted.isEmpty() && !memory.line.isBusy();
  }

  private boolean waitsForMore(Now now) {
    Optional<MonotonicTime> until =
        gathering.waitsUntil(memory.uncommitted.size(), memory.call != null, now.monotonic());
    until.ifPresent(memory::wakeAt);
    return until.isPresent();
  }

  private void goOn(Now now, StreamHeads heads) {
    if (messages.isBusy() || (!memory.line.isBusy() && overflow.makesRoom(now))) {
      return;
    }
    boolean isBlocked = memory.found().orElseThrow().record().status() == SessionStatus.BLOCKED;
    Optional<Inbox.Head> next = heads.next();
    Optional<Delivery> single = memory.inbox.singleBefore(next);
    boolean isIdle = next.isEmpty() && single.isEmpty();
    Optional<Inbox.Head> overdue = isIdle ? Optional.empty() : stepBack.due(heads.gaps(), now);
    if (!isBlocked && !isIdle) {
      memory.busyAt = now.monotonic();
    }
    Set<StreamId> answered = memory.answeredGaps(now);
    if (!isBlocked && overdue.isEmpty() && answered.isEmpty() && single.isPresent()) {
      if (!memory.line.isBusy() && memory.uncommitted.isEmpty()) {
        messages.advance(single.get(), now);
      }
      return;
    }
    boolean isNext =
        next.filter(head -> head.verdict() == Verdict.NEXT)
            .filter(streamRoom::isThere)
            .filter(head -> !answered.contains(head.position().stream()))
            .isPresent();
    if (!isBlocked && overdue.isEmpty() && isNext) {
      calls.start(next.get(), now);
    } else if (memory.line.isBusy()) {
      return; // the rest is decided when the write that is out has landed
    } else if ((isBlocked || overdue.isPresent()) && messages.letGo(now)) {
      return; // a message goes back first
    } else if (isBlocked) {
      memory.release(now);
    } else if (!answered.isEmpty()) {
      memory.write(new RecordChange.Found(answered), now);
    } else if (isIdle) {
      releaseWhenIdle(now);
    } else if (overdue.isPresent()) {
      stepBack.step(overdue.get(), now);
    } else {
      advance(next.get(), now);
    }
  }

  private void advance(Inbox.Head head, Now now) {
    if (!streamRoom.isThere(head)) {
      streamRoom.make(head, now);
      return;
    }
    switch (head.verdict()) {
      case TOO_OLD ->
          memory.write(
              RecordChange.End.dead(
                  head.delivery(), head.position(), DeadLetters.BEYOND_RETENTION, now.wall()),
              now);
      case EXPIRED ->
          memory.write(
              RecordChange.End.dead(
                  head.delivery(), head.position(), DeadLetters.EXPIRED, now.wall()),
              now);
      case OVER_HOLE -> memory.write(new RecordChange.CloseHole(head.position()), now);
      case NEXT, COVERED, GAP ->
          throw new IllegalStateException("Not for the ledger: " + head.position());
    }
  }

  /** A message's end is written: settle its copy. */
  void onEnded(RecordChange.End end, Now now) {
    memory.inbox.remove(end.delivery(), end.position());
    memory.movedAt = now.monotonic();
    EndedRange onRecord =
        memory
            .committed()
            .endOf(end.position().stream(), end.position().seq())
            .orElseThrow(() -> new IllegalStateException("Not ended: " + end.position()));
    boolean asWritten = onRecord.state() == end.ending().state();
    Settlement settlement =
        asWritten ? end.ending().settlement() : DeliveryRule.settlementFor(onRecord);
    memory.report(
        new WorkerFact.Ended(
            WorkerFact.Subject.of(end.delivery()), onRecord.state(), settlement.why()));
    memory.settle(end.delivery(), settlement);
  }

  private void releaseWhenIdle(Now now) {
    MonotonicTime end = memory.busyAt.plus(memory.settings.pace().linger());
    if (now.monotonic().isAtOrAfter(end)) {
      memory.release(now);
    } else {
      memory.wakeAt(end);
    }
  }
}

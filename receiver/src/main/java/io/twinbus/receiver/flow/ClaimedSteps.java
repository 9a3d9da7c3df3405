package io.twinbus.receiver.flow;

import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.rules.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker does under its claim:
 *
 * <ol>
 *   <li>It runs the runnable message that arrived first, and the next one when that one has ended
 *       well, up to a group of them beyond the ledger's record. A group of one ({@code commit:
 *       each}) makes each wait for the end of the one before to be written.
 *   <li>One write is out at a time, and whatever else is written takes all that has ended along.
 *   <li>A message that passes over numbers has its hole closed before its handler starts, and
 *       nothing runs beside such a write, or one about a failure, a dead letter or the claim.
 *   <li>So does a message that regions report to be missing: first the reports are taken back.
 *   <li>With nothing runnable for the linger time the claim is released; messages behind a gap do
 *       not count.
 *   <li>At a gap past the grace it gives way: {@link StepBack}.
 * </ol>
 */
final class ClaimedSteps {

  private final Memory memory;
  private final CallSteps calls;
  private final StepBack stepBack;
  private final StreamRoom streamRoom;

  ClaimedSteps(Memory memory, CallSteps calls, GapSteps gapSteps) {
    this.memory = memory;
    this.calls = calls;
    this.stepBack = new StepBack(memory, gapSteps);
    this.streamRoom = new StreamRoom(memory);
  }

  void step(Now now, List<Inbox.Head> gaps) {
    HandlerCall call = memory.call;
    if (call != null) {
      calls.watch(call, now);
    } else if (!memory.line.isBusy() || memory.isCommitting()) {
      goOn(now, gaps);
    }
    commit(now);
  }

  /** Writes what has ended well, unless it is on its way already. */
  void commit(Now now) {
    if (!memory.uncommitted.isEmpty() && !memory.line.isBusy()) {
      memory.write(Optional.empty(), now);
    }
  }

  private void goOn(Now now, List<Inbox.Head> gaps) {
    boolean isBlocked = memory.found().orElseThrow().record().status() == SessionStatus.BLOCKED;
    Optional<Inbox.Head> next = memory.inbox.runnable(memory.progress(), now.wall());
    Optional<Inbox.Head> overdue = next.isEmpty() ? next : stepBack.due(gaps, now);
    if (!isBlocked && next.isPresent()) {
      memory.busyAt = now.monotonic();
    }
    Set<StreamId> answered = memory.answeredGaps(now);
    boolean isNext =
        next.filter(head -> head.verdict() == Verdict.NEXT)
            .filter(streamRoom::isThere)
            .filter(head -> !answered.contains(head.position().stream()))
            .isPresent();
    if (!isBlocked && overdue.isEmpty() && isNext) {
      calls.start(next.get(), now);
    } else if (memory.line.isBusy()) {
      return; // the rest is decided when the write that is out has landed
    } else if (isBlocked) {
      memory.release(now);
    } else if (!answered.isEmpty()) {
      memory.write(new Change.Found(answered), now);
    } else if (next.isEmpty()) {
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
              Change.End.dead(
                  head.delivery(),
                  head.position(),
                  new HandlerOutcome.DeadLetter(
                      "BeyondRetention",
                      "The message was sent longer ago than the ledger remembers its session.")),
              now);
      case EXPIRED ->
          memory.write(
              Change.End.dead(
                  head.delivery(),
                  head.position(),
                  new HandlerOutcome.DeadLetter(
                      "TTLExpiredException", "The message expired and was dead lettered.")),
              now);
      case OVER_HOLE -> memory.write(new Change.CloseHole(head.position()), now);
      case NEXT, COVERED, GAP ->
          throw new IllegalStateException("Not for the ledger: " + head.position());
    }
  }

  /** A message's end is written: settle its copy. */
  void onEnded(Change.End end, Now now) {
    memory.inbox.remove(end.delivery(), end.position());
    memory.movedAt = now.monotonic();
    EndedRange onRecord =
        memory
            .committed()
            .endOf(end.position().stream(), end.position().seq())
            .orElseThrow(() -> new IllegalStateException("Not ended: " + end.position()));
    boolean asWritten = onRecord.state() == end.ending().state();
    memory.report(new WorkerFact.Ended(end.position(), onRecord.state()));
    memory.settle(
        end.delivery(),
        asWritten ? end.ending().settlement() : DeliveryRule.settlementFor(onRecord));
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

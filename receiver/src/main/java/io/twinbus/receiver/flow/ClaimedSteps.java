package io.twinbus.receiver.flow;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.rules.DeliveryRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a worker does under its claim:
 *
 * <ol>
 *   <li>It runs the runnable message that arrived first; the next one when that one's end is
 *       written ({@code commit: each}).
 *   <li>A message that passes over numbers has its hole closed before its handler starts.
 *   <li>A failed call is counted in the ledger; the session waits for the retry. After the last
 *       attempt the message is dead-lettered or its session blocked.
 *   <li>A call past its deadline is cancelled. If it does not return, the claim is renewed under a
 *       higher token, with the failure in the same write: two attempts never overlap under one.
 *   <li>With nothing runnable for the linger time the claim is released; messages behind a gap do
 *       not count.
 *   <li>An owner that holds a gap past the grace, while other streams keep it busy, reports it,
 *       releases, and stands back for two looks, so that the other region can come in.
 * </ol>
 */
final class ClaimedSteps {

  private static final int LOOKS_TO_STAND_BACK = 2;

  private final Memory memory;
  private long calls;

  ClaimedSteps(Memory memory) {
    this.memory = memory;
  }

  void step(Now now, List<Inbox.Head> gaps) {
    if (memory.found().orElseThrow().record().status() == SessionStatus.BLOCKED) {
      memory.write(new Change.Release(), now);
      return;
    }
    Optional<Inbox.Head> next = memory.inbox.runnable(memory.progress(), now.wall());
    if (next.isEmpty()) {
      releaseWhenIdle(now);
      return;
    }
    memory.busyAt = now.monotonic();
    Optional<Inbox.Head> overdue = overdueGap(now, gaps);
    if (overdue.isPresent()) {
      stepBack(overdue.get(), now);
    } else {
      advance(next.get(), now);
    }
  }

  private void advance(Inbox.Head head, Now now) {
    switch (head.verdict()) {
      case TOO_OLD ->
          end(
              head,
              new HandlerOutcome.DeadLetter(
                  "BeyondRetention",
                  "The message was sent longer ago than the ledger remembers its session."),
              now);
      case EXPIRED ->
          end(
              head,
              new HandlerOutcome.DeadLetter(
                  "TTLExpiredException", "The message expired and was dead lettered."),
              now);
      case OVER_HOLE -> memory.write(new Change.CloseHole(head.position()), now);
      case NEXT -> startHandler(head, now);
      case COVERED, GAP -> throw new IllegalStateException("Not runnable: " + head.position());
    }
  }

  private void startHandler(Inbox.Head head, Now now) {
    if (!now.monotonic().isAtOrAfter(memory.callNotBefore)) {
      memory.wakeAt(memory.callNotBefore);
      return;
    }
    Position position = head.position();
    int attempt = memory.progress().failures(position.stream(), position.seq()) + 1;
    if (attempt > memory.settings.attempts().max()) {
      poison(head.delivery(), position, "the last call did not return", now);
      return;
    }
    Duration timeout = memory.settings.attempts().handlerTimeout();
    MonotonicTime deadline = now.monotonic().plus(timeout);
    memory.call = new HandlerCall(++calls, head.delivery(), position, attempt, deadline, null);
    Invocation invocation =
        new Invocation(
            memory.found().orElseThrow().record().token(),
            attempt,
            position,
            new Invocation.Caller(memory.who.region(), memory.who.instance()),
            timeout);
    memory.ask(new WorkerEffect.StartHandler(calls, head.delivery(), invocation));
    memory.wakeAt(deadline);
  }

  private void end(Inbox.Head head, HandlerOutcome.DeadLetter how, Now now) {
    end(head.delivery(), head.position(), how, now);
  }

  private void end(Delivery delivery, Position position, HandlerOutcome.DeadLetter how, Now now) {
    Settlement settlement = new Settlement.DeadLetter(how.reason(), how.description());
    memory.write(
        new Change.End(
            delivery, position, new Change.End.Ending(EndState.DEAD, how.reason(), settlement)),
        now);
  }

  /** A handler call that counts has returned. */
  void onOutcome(HandlerCall call, HandlerOutcome outcome, Now now) {
    memory.busyAt = now.monotonic();
    if (outcome instanceof HandlerOutcome.Completed) {
      memory.write(
          new Change.End(
              call.delivery(),
              call.position(),
              new Change.End.Ending(EndState.DONE, "", new Settlement.Complete())),
          now);
    } else if (outcome instanceof HandlerOutcome.DeadLetter dead) {
      end(call.delivery(), call.position(), dead, now);
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      memory.report(
          new WorkerFact.Fenced("the handler has seen a newer token; the claim is given back"));
      standBack(now);
      memory.write(new Change.Release(), now);
    } else {
      onFailure(call, (HandlerOutcome.Retry) outcome, now);
    }
  }

  private void onFailure(HandlerCall call, HandlerOutcome.Retry failure, Now now) {
    memory.report(new WorkerFact.AttemptFailed(call.position(), call.attempt(), failure.reason()));
    FlowSettings.Attempts attempts = memory.settings.attempts();
    if (call.attempt() < attempts.max()) {
      memory.callNotBefore =
          now.monotonic().plus(failure.after().orElse(backoff(attempts, call.attempt())));
      memory.write(new Change.CountFailure(call.position(), call.attempt(), failure.reason()), now);
      return;
    }
    poison(call.delivery(), call.position(), failure.reason(), now);
  }

  /** The attempts are used up: by policy the message is dead, or its session blocked. */
  private void poison(Delivery delivery, Position position, String lastReason, Now now) {
    FlowSettings.Attempts attempts = memory.settings.attempts();
    String sentence =
        "All %d attempts failed; the last one said: %s".formatted(attempts.max(), lastReason);
    if (attempts.onPoison() == FlowSettings.OnPoison.DEAD_LETTER) {
      end(delivery, position, new HandlerOutcome.DeadLetter("MaxAttemptsExceeded", sentence), now);
    } else {
      Block block =
          new Block(
              sentence, delivery.message().id().value(), memory.who.instance().value(), now.wall());
      memory.write(new Change.BlockSession(block, position), now);
    }
  }

  private static Duration backoff(FlowSettings.Attempts attempts, int failed) {
    int doublings = Math.min(failed - 1, 20);
    Duration backoff = attempts.firstBackoff().multipliedBy(1L << doublings);
    return backoff.compareTo(attempts.maxBackoff()) > 0 ? attempts.maxBackoff() : backoff;
  }

  /** While a call is out: cancels it at its deadline, and goes on without it past the grace. */
  void watch(HandlerCall call, Now now) {
    if (call.cancelledAt() == null) {
      if (!now.monotonic().isAtOrAfter(call.deadline())) {
        memory.wakeAt(call.deadline());
        return;
      }
      cancel(call, now);
    }
    MonotonicTime patience = patience(now);
    if (!now.monotonic().isAtOrAfter(patience)) {
      memory.wakeAt(patience);
    } else if (!memory.line.isBusy()) {
      Owner next = memory.newOwner();
      memory.standing.serve(next.claim());
      memory.write(
          new Change.Renew(next, call.position(), "the call did not return after it was cancelled"),
          now);
    }
  }

  /** Cancels the call in hand, once. */
  void cancel(HandlerCall call, Now now) {
    if (call.cancelledAt() == null) {
      memory.call = call.cancelled(now.monotonic());
      memory.ask(new WorkerEffect.CancelHandler(call.number()));
    }
  }

  /** Until when a cancelled call is waited for. */
  MonotonicTime patience(Now now) {
    HandlerCall call = memory.call;
    MonotonicTime cancelledAt = call == null ? null : call.cancelledAt();
    return (cancelledAt == null ? now.monotonic() : cancelledAt)
        .plus(memory.settings.pace().handlerGrace());
  }

  /** A message's end is written: settle its copy. */
  void onEnded(Change.End end, Now now) {
    memory.inbox.remove(end.delivery(), end.position());
    memory.movedAt = now.monotonic();
    EndedRange onRecord =
        memory
            .progress()
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
      memory.write(new Change.Release(), now);
    } else {
      memory.wakeAt(end);
    }
  }

  private Optional<Inbox.Head> overdueGap(Now now, List<Inbox.Head> gaps) {
    Duration grace = memory.settings.pace().gapGrace();
    MonotonicTime last = memory.steppedBackAt;
    if (last != null && !now.monotonic().isAtOrAfter(last.plus(grace))) {
      return Optional.empty();
    }
    return memory.gapWatch.overdue(gaps, grace, now.monotonic());
  }

  private void stepBack(Inbox.Head gap, Now now) {
    memory.steppedBackAt = now.monotonic();
    standBack(now);
    memory.write(
        new Change.ReportGap(gap.position().stream(), memory.who.region(), gap.position().seq()),
        now);
  }

  private void standBack(Now now) {
    memory.claimNotBefore =
        now.monotonic().plus(memory.settings.pace().look().multipliedBy(LOOKS_TO_STAND_BACK));
  }
}

package io.twinbus.receiver.session;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.StateChange;
import java.time.Duration;
import java.util.Optional;

/**
 * How a worker conducts its handler calls, one at a time:
 *
 * <ol>
 *   <li>It starts a call unless a group of messages has ended beyond the ledger's record; the
 *       handler gets the state as they have left it.
 *   <li>A call that ended well has its end added to those that the next write takes along.
 *   <li>Before a suspect's call comes what {@link SuspectSteps} says.
 *   <li>A call for a message that has a record of its own is {@link MessageEndings}' when it has
 *       returned, or does not.
 *   <li>A failed call is left to {@link FailureSteps}; so is one that wants more state kept than is
 *       allowed.
 *   <li>A call past its deadline is cancelled. If it does not return within the grace, its end is
 *       not known.
 * </ol>
 */
final class CallSteps {

  private final WorkerState memory;
  private final SuspectSteps suspects;
  private final FailureSteps failures;
  private final MessageEndings singles;

  CallSteps(WorkerState memory, SuspectSteps suspects, MessageEndings singles) {
    this.memory = memory;
    this.suspects = suspects;
    this.singles = singles;
    this.failures = new FailureSteps(memory);
  }

  /** Starts the handler for {@code head}, the next message, when it may start. */
  void start(Inbox.Head head, Now now) {
    if (memory.uncommitted.size() >= memory.settings.commit().group()) {
      return;
    }
    if (!now.monotonic().isAtOrAfter(memory.callNotBefore)) {
      memory.wakeAt(memory.callNotBefore);
      return;
    }
    Position position = head.position();
    int attempt = memory.progress().attempts(position.stream(), position.seq()) + 1;
    if (attempt > memory.settings.attempts().max()) {
      if (!memory.line.isBusy()) {
        failures.onUsedUp(head, now);
      }
      return;
    }
    if (!suspects.mayStart(position, now)) {
      return;
    }
    Duration timeout = memory.settings.attempts().handlerTimeout();
    MonotonicTime deadline = now.monotonic().plus(timeout);
    long number = memory.nextCall();
    memory.call = new HandlerCall(number, head.delivery(), position, attempt, deadline, null, null);
    SessionRecord record = memory.found().orElseThrow().record();
    Invocation invocation =
        new Invocation(
            record.token(),
            attempt,
            Optional.of(position),
            memory.uncommitted.ahead().flatMap(SessionRecord::state),
            new Invocation.Caller(memory.who.region(), memory.who.instance()),
            timeout);
    memory.aboutToStart = null;
    memory.ask(new WorkerEffect.StartHandler(number, head.delivery(), invocation));
    memory.wakeAt(deadline);
  }

  /** A call has returned; a stray one is of no interest. */
  void onReturned(WorkerEvent.HandlerReturned returned) {
    HandlerCall call = memory.call;
    if (call != null && call.number() == returned.call()) {
      memory.call = call.returned(returned.outcome());
    }
  }

  /** A call that has ended well makes room for the next one; any other waits for the line. */
  void conclude(Now now) {
    HandlerCall call = memory.call;
    HandlerOutcome outcome = call == null ? null : call.outcome();
    if (call == null || outcome == null) {
      return;
    }
    boolean isFenced =
        memory.stopping == WorkerState.Stopping.FENCED
            || memory.stopping == WorkerState.Stopping.LEASE_LOST;
    if (!isFenced && call.isSingle() && singles.isBusy()) {
      return; // its message is on its way back, and the answer comes too late
    }
    if (isFenced || !memory.line.isBusy() || (memory.isCommitting() && endsWell(outcome))) {
      memory.call = null;
      if (memory.claim != null && counts(outcome)) {
        onOutcome(call, outcome, now);
      }
    }
  }

  /** A call cancelled with its broker lock counts only if it completed: the claim still holds. */
  private boolean counts(HandlerOutcome outcome) {
    WorkerState.Stopping why = memory.stopping;
    return why == null
        || why == WorkerState.Stopping.DRAIN
        || (why == WorkerState.Stopping.BROKER_LOST && outcome instanceof HandlerOutcome.Completed);
  }

  /** Whether a call that answers so has ended well, and its end can wait for the next write. */
  private boolean endsWell(HandlerOutcome outcome) {
    return outcome instanceof HandlerOutcome.Completed completed
        && completed.state().size() <= memory.settings.commit().maxState();
  }

  /** A handler call that counts has returned; unless it has ended well, the line is free. */
  void onOutcome(HandlerCall call, HandlerOutcome outcome, Now now) {
    memory.busyAt = now.monotonic();
    if (call.isSingle()) {
      singles.onOutcome(call, outcome, now);
    } else if (outcome instanceof HandlerOutcome.Completed completed) {
      if (endsWell(outcome)) {
        memory.ended(RecordChange.End.done(call, completed.state(), now.wall()));
      } else {
        failures.onFailure(call, tooMuchState(completed.state()), now);
      }
    } else if (outcome instanceof HandlerOutcome.DeadLetter dead) {
      memory.write(RecordChange.End.dead(call.delivery(), call.position(), dead, now.wall()), now);
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      memory.report(
          new WorkerFact.Fenced("the handler has seen a newer token; the claim is given back"));
      memory.standBack(now);
      memory.release(now);
    } else if (outcome instanceof HandlerOutcome.EndUnknown unknown) {
      failures.onEndUnknown(call, unknown, now);
    } else {
      failures.onFailure(call, (HandlerOutcome.Retry) outcome, now);
    }
  }

  private HandlerOutcome.Retry tooMuchState(StateChange wanted) {
    return new HandlerOutcome.Retry(
        "The handler wants %d bytes of state kept, and max-state allows %d."
            .formatted(wanted.size(), memory.settings.commit().maxState()),
        Optional.empty());
  }

  /** While a call is out: cancels it at its deadline, and goes on without it past the grace. */
  void watch(HandlerCall call, Now now) {
    if (call.hasReturned()) {
      return; // its answer waits for the line
    }
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
      if (call.isSingle()) {
        singles.onNoReturn(call, now);
      } else {
        failures.onNoReturn(call, now);
      }
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
}

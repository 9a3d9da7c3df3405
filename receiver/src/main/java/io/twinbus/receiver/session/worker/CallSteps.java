package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.health.CallJudgement;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.MessageEndings;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.LifeState.StopReason;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
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

  private final WorkerState state;
  private final SuspectSteps suspects;
  private final FailureSteps failures;
  private final MessageEndings singles;

  CallSteps(WorkerState state, SuspectSteps suspects, MessageEndings singles) {
    this.state = state;
    this.suspects = suspects;
    this.singles = singles;
    this.failures = new FailureSteps(state);
  }

  /** Starts the handler for {@code head}, the next message, when it may start. */
  void start(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    if (state.uncommitted.size() >= state.settings.commit().group()) {
      return;
    }
    Position position = head.position();
    if (failures.isUsedUp(position, now)) {
      if (!state.writer.isBusy()) {
        failures.onUsedUp(claimed, head, now);
      }
      return;
    }
    if (!state.mayCall(now) || !suspects.mayStart(claimed, position, now)) {
      return;
    }
    int attempt = state.progress().attempts(position.stream(), position.seq()) + 1;
    Duration timeout = state.settings.attempts().handlerTimeout();
    HandlerCall call =
        new HandlerCall(
            state.nextCall(),
            head.delivery(),
            Optional.of(position),
            attempt,
            now.monotonic(),
            now.monotonic().plus(timeout));
    SessionRecord record = state.view.found().orElseThrow().record();
    Invocation invocation =
        new Invocation(
            record.token(),
            attempt,
            Optional.of(position),
            state.uncommitted.ahead().flatMap(SessionRecord::state),
            new Invocation.Caller(state.identity.region(), state.identity.instance()),
            timeout);
    state.enter(claimed.called());
    state.start(call, invocation, now);
  }

  /** A call has returned; a stray one is of no interest. */
  void onReturned(WorkerEvent.HandlerReturned returned, Now now) {
    if (state.call() instanceof CallState.Present present
        && present.call().number() == returned.call()) {
      MonotonicTime cancelledAt = present.cancelledAt();
      boolean isCutShort =
          cancelledAt != null && !cancelledAt.isAtOrAfter(present.call().deadline());
      CallJudgement judgement =
          state.handler.returned(present.call(), returned.outcome(), isCutShort, now.monotonic());
      state.enter(present.returned(returned.outcome(), judgement));
    }
  }

  /**
   * A call that has ended well makes room for the next one; any other waits until the record is
   * written.
   */
  void conclude(Now now) {
    if (!(state.call() instanceof CallState.Returned returned)) {
      return;
    }
    HandlerOutcome outcome = returned.outcome();
    boolean mayWrite = state.mayWrite();
    if (mayWrite && returned.call().isSingle() && singles.isBusy()) {
      return; // its message is on its way back, and the answer comes too late
    }
    if (!mayWrite || !state.writer.isBusy() || (state.writes.isCommitting() && endsWell(outcome))) {
      state.enter(returned.over());
      if (counts(outcome)) {
        onOutcome(returned, now);
      }
    }
  }

  /** A call cancelled with its broker lock counts only if it completed: the claim still holds. */
  private boolean counts(HandlerOutcome outcome) {
    return state.isWorking()
        || state.isStoppingFor(StopReason.DRAIN)
        || (state.isStoppingFor(StopReason.BROKER_LOST)
            && outcome instanceof HandlerOutcome.Completed);
  }

  /** Whether a call that answers so has ended well, and its end can wait for the next write. */
  private boolean endsWell(HandlerOutcome outcome) {
    return outcome instanceof HandlerOutcome.Completed completed
        && completed.state().size() <= state.settings.commit().maxState();
  }

  /** A handler call that counts has returned; unless it has ended well, no write is out. */
  void onOutcome(CallState.Returned returned, Now now) {
    if (!(state.session() instanceof SessionState.Held held)) {
      return;
    }
    state.times.worked(now);
    if (returned.call().isSingle()) {
      singles.onOutcome(returned, now);
    } else if (held instanceof SessionState.Claimed claimed) {
      onOutcome(claimed, returned, now);
    }
  }

  private void onOutcome(SessionState.Claimed claimed, CallState.Returned returned, Now now) {
    HandlerCall call = returned.call();
    HandlerOutcome outcome = returned.outcome();
    if (outcome instanceof HandlerOutcome.Completed completed) {
      if (endsWell(outcome)) {
        state.ended(RecordChange.End.done(call, completed.state(), now.wall()));
      } else {
        failures.onFailure(claimed, returned, tooMuchState(completed.state()), now);
      }
    } else if (outcome instanceof HandlerOutcome.DeadLetter dead) {
      failures.onJudged(claimed, returned, dead, now);
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      state.effects.report(
          new WorkerFact.Fenced("the handler has seen a newer token; the claim is given back"));
      state.times.standBack(now);
      state.writes.release(claimed, now);
    } else if (outcome instanceof HandlerOutcome.EndUnknown unknown) {
      failures.onEndUnknown(claimed, returned, unknown, now);
    } else {
      failures.onFailure(claimed, returned, (HandlerOutcome.Retry) outcome, now);
    }
  }

  private HandlerOutcome.Retry tooMuchState(StateChange wanted) {
    return new HandlerOutcome.Retry(
        "The handler wants %d bytes of state kept, and max-state allows %d."
            .formatted(wanted.size(), state.settings.commit().maxState()),
        Optional.empty());
  }

  /** While a call is out: cancels it at its deadline, and goes on without it past the grace. */
  void watch(CallState.Present present, Now now) {
    if (present instanceof CallState.Returned) {
      return; // its answer waits for the write that is out
    }
    MonotonicTime until = awaitedUntil(present, now);
    HandlerCall call = present.call();
    if (!now.monotonic().isAtOrAfter(until)) {
      state.effects.wakeAt(until);
    } else if (state.writer.isBusy()) {
      return; // the write that is out comes first
    } else if (call.isSingle()) {
      singles.onNoReturn(call, now);
    } else {
      failures.onNoReturn(state.in(SessionState.Claimed.class), call, now);
    }
  }

  /**
   * Until when the worker waits for the call to return: its deadline, and, once it is cancelled,
   * the grace after that. Cancels it at its deadline.
   */
  MonotonicTime awaitedUntil(CallState.Present present, Now now) {
    MonotonicTime deadline = present.call().deadline();
    return present instanceof CallState.Running && !now.monotonic().isAtOrAfter(deadline)
        ? deadline
        : cancel(present, now).plus(state.settings.pace().handlerGrace());
  }

  /** Cancels the call, once, unless it has returned; answers when that was. */
  MonotonicTime cancel(CallState.Present present, Now now) {
    MonotonicTime before = present.cancelledAt();
    if (before != null) {
      return before;
    }
    if (present instanceof CallState.Running running) {
      state.enter(running.cancel(now.monotonic()));
      state.effects.add(new WorkerEffect.CancelHandler(present.call().number()));
    }
    return now.monotonic();
  }
}

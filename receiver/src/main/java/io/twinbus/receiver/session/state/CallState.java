package io.twinbus.receiver.session.state;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.health.CallJudgement;
import org.jspecify.annotations.Nullable;

/**
 * How far a worker's handler call has come; there is one at a time. Each state has the moves that
 * are legal in it as methods; the diagram in docs/protocol.md is generated from here.
 */
public sealed interface CallState permits CallState.None, CallState.Present {

  /** The state without a call. */
  None NONE = new None();

  /** No handler is called. */
  record None() implements CallState {

    /** The handler is called. */
    public Running start(HandlerCall call) {
      return new Running(call);
    }
  }

  /** A state with a call. */
  sealed interface Present extends CallState permits Running, Cancelled, Returned {

    /** The call. */
    HandlerCall call();

    /** When it was cancelled; null while it was not. */
    @Nullable MonotonicTime cancelledAt();

    /** The handler has answered. */
    Returned returned(HandlerOutcome outcome, CallJudgement judgement);

    /** The worker does not wait for the call any longer. */
    default None over() {
      return NONE;
    }
  }

  /** The handler is at work. */
  record Running(HandlerCall call) implements Present {

    /** The handler is told to break off. */
    public Cancelled cancel(MonotonicTime at) {
      return new Cancelled(call, at);
    }

    @Override
    public @Nullable MonotonicTime cancelledAt() {
      return null;
    }

    @Override
    public Returned returned(HandlerOutcome outcome, CallJudgement judgement) {
      return new Returned(call, null, outcome, judgement);
    }
  }

  /** The handler was told to break off, and has not answered. */
  record Cancelled(HandlerCall call, MonotonicTime cancelledAt) implements Present {

    @Override
    public Returned returned(HandlerOutcome outcome, CallJudgement judgement) {
      return new Returned(call, cancelledAt, outcome, judgement);
    }
  }

  /**
   * The handler has answered; its answer waits until a write about it may go out.
   *
   * @param judgement what it means for the message if the call has not ended well
   */
  record Returned(
      HandlerCall call,
      @Nullable MonotonicTime cancelledAt,
      HandlerOutcome outcome,
      CallJudgement judgement)
      implements Present {

    @Override
    public Returned returned(HandlerOutcome other, CallJudgement otherJudgement) {
      return new Returned(call, cancelledAt, other, otherJudgement);
    }
  }
}

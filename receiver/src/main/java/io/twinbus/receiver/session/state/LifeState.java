package io.twinbus.receiver.session.state;

import io.twinbus.receiver.session.WorkerEffect;

/**
 * How far a worker's life has come. Each state has the moves that are legal in it as methods; the
 * diagram in docs/protocol.md is generated from here.
 */
public sealed interface LifeState permits LifeState.Working, LifeState.Stopping, LifeState.Stopped {

  /** Why a worker stops. A later reason is graver: it stands when both apply. */
  enum StopReason {
    /** The process shuts down, or another worker is to have the session: the call may finish. */
    DRAIN,
    /** The broker's lock is gone: the call is cancelled. */
    BROKER_LOST,
    /** Another worker has the claim: this one writes nothing more. */
    FENCED,
    /** The instance's lease is gone: the worker writes nothing more. */
    LEASE_LOST;

    /** Whether the worker may still write to the ledger. */
    public boolean mayWrite() {
      return compareTo(FENCED) < 0;
    }
  }

  /** The worker takes in messages and works on them. */
  record Working() implements LifeState {

    /** The worker is to stop. */
    public Stopping stopping(StopReason why) {
      return new Stopping(why);
    }

    /** The worker has had nothing in hand for a while. */
    public Stopped idle() {
      return new Stopped();
    }
  }

  /** The worker lets its call return, releases its claim, and takes in nothing more. */
  record Stopping(StopReason why) implements LifeState {

    /** There is another reason; the graver one stands. */
    public Stopping stopping(StopReason other) {
      return why.compareTo(other) < 0 ? new Stopping(other) : this;
    }

    /** Nothing is left to wait for. */
    public Stopped over() {
      return new Stopped();
    }
  }

  /** The worker has asked for {@link WorkerEffect.Stop}, and ignores every event. */
  record Stopped() implements LifeState {}
}

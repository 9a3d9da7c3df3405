package io.twinbus.receiver.session.state;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.health.CallJudgement;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HandlerReport;
import java.util.Optional;

/** One worker's way to its handler: whether it may call it now, and what its calls came to. */
public final class HandlerAccess {

  private final SessionId session;
  private final HandlerHealth health;
  private boolean works;
  private boolean givesBack;

  HandlerAccess(SessionId session, HandlerHealth health) {
    this.session = session;
    this.health = health;
  }

  /** The worker has a message that could be handled, or has none. */
  public void works(boolean now) {
    if (works != now) {
      works = now;
      health.works(session, now);
    }
  }

  /** Whether the worker may claim, and call the handler. */
  public boolean mayCall(MonotonicTime now) {
    works(true);
    return health.mayCall(session, now);
  }

  /** The session cannot be claimed: another worker owns it, or an operator is awaited. */
  public void cannotClaim(MonotonicTime now) {
    works(false);
    health.giveUpTurn(session, now);
  }

  public boolean isAway() {
    return health.isAway();
  }

  /** How the handler stands. */
  public HandlerReport report() {
    return health.report();
  }

  /** A call begins. */
  void begins() {
    health.begins(session);
  }

  /** A call has failed whose answer the worker does not await any longer. */
  public CallJudgement unknown(HandlerCall call, String reason, MonotonicTime now) {
    return judged(health.failed(healthCall(call), FailureKind.END_UNKNOWN, reason, now));
  }

  /**
   * A call has returned.
   *
   * @param isCutShort whether the worker itself has ended it, before its deadline
   * @return what it means for the message, unless the call has ended well
   */
  public CallJudgement returned(
      HandlerCall call, HandlerOutcome outcome, boolean isCutShort, MonotonicTime now) {
    HandlerHealth.Call ended = healthCall(call);
    if (outcome instanceof HandlerOutcome.Completed) {
      health.endedWell(ended, now);
      return CallJudgement.OWN_FAULT;
    }
    if (isCutShort || outcome instanceof HandlerOutcome.Fenced) {
      health.cancelled(session);
      return CallJudgement.NOTHING;
    }
    if (outcome instanceof HandlerOutcome.Retry retry) {
      return judged(health.failed(ended, retry.kind(), retry.reason(), now));
    }
    return outcome instanceof HandlerOutcome.DeadLetter dead
        ? judged(health.failed(ended, FailureKind.JUDGED, dead.reason(), now))
        : unknown(call, ((HandlerOutcome.EndUnknown) outcome).reason(), now);
  }

  /** From when on the claim goes back, because the handler is away; empty while it is kept. */
  Optional<MonotonicTime> releasesAt() {
    return health.releasesAt(session);
  }

  /** Whether the claim goes back now, because the handler is away. */
  public boolean givesBack(MonotonicTime now) {
    return givesBack || releasesAt().filter(time -> now.isAtOrAfter(time)).isPresent();
  }

  /** The claim has gone back. */
  public void gaveBack() {
    givesBack = false;
  }

  private CallJudgement judged(CallJudgement judgement) {
    givesBack |= judgement.givesBack();
    return judgement;
  }

  private HandlerHealth.Call healthCall(HandlerCall call) {
    return new HandlerHealth.Call(session, call.delivery().id().value(), call.begun());
  }
}

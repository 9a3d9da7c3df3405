package io.twinbus.receiver.session;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.Optional;

/**
 * What becomes of a message whose handler call has not ended well:
 *
 * <ol>
 *   <li>A failed call is counted in the ledger; the session waits for the retry.
 *   <li>After the last attempt the message is dead-lettered or its session blocked.
 *   <li>A call whose end is not known is counted in a write that renews the claim under a higher
 *       token: it may still be at work, and two attempts never overlap under one.
 *   <li>With {@code in-doubt: block} the session is held for an operator instead, and the start
 *       stays on record.
 * </ol>
 */
final class FailureSteps {

  private final WorkerState memory;

  FailureSteps(WorkerState memory) {
    this.memory = memory;
  }

  /** A call has failed; one that was cancelled may have been half-way. */
  void onFailure(HandlerCall call, HandlerOutcome.Retry failure, Now now) {
    if (call.cancelledAt() != null && isHeldInDoubt()) {
      holdInDoubt(call, failure.reason(), now);
      return;
    }
    memory.attemptFailed(call, failure.text());
    FlowSettings.Attempts attempts = memory.settings.attempts();
    if (call.attempt() < attempts.max()) {
      memory.callNotBefore =
          now.monotonic().plus(failure.after().orElse(backoff(attempts, call.attempt())));
      memory.write(new RecordChange.CountFailure(call.position(), call.attempt()), now);
      return;
    }
    poison(call.delivery(), call.position(), failure, now);
  }

  /** A call has answered that nobody knows whether it has ended. */
  void onEndUnknown(HandlerCall call, HandlerOutcome.EndUnknown unknown, Now now) {
    if (isHeldInDoubt()) {
      holdInDoubt(call, unknown.reason(), now);
      return;
    }
    memory.attemptFailed(call, unknown.text());
    memory.callNotBefore =
        now.monotonic().plus(backoff(memory.settings.attempts(), call.attempt()));
    renew(call.position(), unknown.text(), now);
  }

  /** A cancelled call has not returned within the grace. */
  void onNoReturn(HandlerCall call, Now now) {
    String reason = "the call did not return after it was cancelled";
    if (isHeldInDoubt()) {
      holdInDoubt(call, reason, now);
    } else {
      renew(call.position(), reason, now);
    }
  }

  /** The attempts of a message that is next are used up. */
  void onUsedUp(Inbox.Head head, Now now) {
    HandlerOutcome.Retry died =
        new HandlerOutcome.Retry("it did not return, or its process died", Optional.empty());
    poison(head.delivery(), head.position(), died, now);
  }

  private void renew(Position position, String reason, Now now) {
    Owner next = memory.newOwner();
    memory.standing.serve(next.claim());
    memory.write(new RecordChange.Renew(next, Optional.of(position), reason), now);
  }

  private boolean isHeldInDoubt() {
    return memory.settings.attempts().inDoubt() == InDoubt.BLOCK;
  }

  private void holdInDoubt(HandlerCall call, String reason, Now now) {
    String sentence =
        "The handler was started, and it is not known how that ended: %s".formatted(reason);
    memory.write(
        new RecordChange.BlockSession(block(call.delivery(), sentence, now), Optional.empty()),
        now);
  }

  /** By policy the message is dead, or its session blocked. */
  private void poison(Delivery delivery, Position position, HandlerOutcome.Retry last, Now now) {
    FlowSettings.Attempts attempts = memory.settings.attempts();
    if (attempts.onPoison() == FlowSettings.OnPoison.DEAD_LETTER) {
      memory.write(
          RecordChange.End.dead(
              delivery,
              position,
              new HandlerOutcome.DeadLetter(
                  "MaxAttemptsExceeded", allFailed(attempts, last.text())),
              now.wall()),
          now);
      return;
    }
    RecordChange.CountFailure failure = new RecordChange.CountFailure(position, attempts.max());
    Block block = block(delivery, allFailed(attempts, last.reason()), now);
    memory.write(new RecordChange.BlockSession(block, Optional.of(failure)), now);
  }

  static String allFailed(FlowSettings.Attempts attempts, String last) {
    return "All %d attempts failed; the last one said: %s".formatted(attempts.max(), last);
  }

  private Block block(Delivery delivery, String sentence, Now now) {
    return new Block(
        sentence, delivery.message().id().value(), memory.who.instance().value(), now.wall());
  }

  static Duration backoff(FlowSettings.Attempts attempts, int failed) {
    int doublings = Math.min(failed - 1, 20);
    Duration backoff = attempts.backoff().first().multipliedBy(1L << doublings);
    return backoff.compareTo(attempts.backoff().most()) > 0 ? attempts.backoff().most() : backoff;
  }
}

package io.twinbus.receiver.session.worker;

import io.twinbus.ledger.AttemptLimit;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.CallJudgement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a message whose handler call has not ended well:
 *
 * <ol>
 *   <li>A failed call goes on record, with what it counts against the message; the session waits
 *       for the retry.
 *   <li>When enough counts, the message is dead-lettered or its session blocked. So it is at once
 *       when the handler has judged the message, and is believed.
 *   <li>A call whose end is not known is counted in a write that renews the claim under a higher
 *       token: it may still be at work, and two attempts never overlap under one.
 *   <li>With {@code in-doubt: block} the session is held for an operator instead, and the start
 *       stays on record.
 * </ol>
 */
final class FailureSteps {

  private final WorkerState state;

  /** The message whose last call counts as its last one, and is being written. */
  private @Nullable Position givenUp;

  /** A message that ends without its handler's consent, and what is written about it. */
  private record Failed(
      Delivery delivery, Position position, Optional<RecordChange.CountFailure> count) {}

  FailureSteps(WorkerState state) {
    this.state = state;
  }

  /** A call has failed; one that was cancelled may have been half-way. */
  void onFailure(
      SessionState.Claimed claimed,
      CallState.Returned returned,
      HandlerOutcome.Retry failure,
      Now now) {
    HandlerCall call = returned.call();
    if (returned.cancelledAt() != null && isHeldInDoubt()) {
      holdInDoubt(claimed, call, failure.reason(), now);
      return;
    }
    CountedAs how = returned.judgement().counted();
    state.attemptFailed(call, how, failure.text());
    RecordChange.CountFailure count =
        new RecordChange.CountFailure(call.position(), call.attempt(), how);
    if (!usesUp(call.position(), how, now)) {
      state.retry(failure, call.attempt(), now);
      state.writes.change(claimed, count, now);
      return;
    }
    Failed failed = new Failed(call.delivery(), call.position(), Optional.of(count));
    poison(claimed, failed, failure, now);
  }

  /** The handler says that the message can never be handled. */
  void onJudged(
      SessionState.Claimed claimed,
      CallState.Returned returned,
      HandlerOutcome.DeadLetter dead,
      Now now) {
    HandlerCall call = returned.call();
    if (!returned.judgement().isBelieved()) {
      HandlerOutcome.Retry doubted =
          new HandlerOutcome.Retry(
              "The handler refuses whatever it gets: " + dead.reason(), Optional.empty());
      onFailure(claimed, returned, doubted, now);
    } else if (state.settings.attempts().onPoison() == FlowSettings.OnPoison.BLOCK) {
      String sentence = "The handler refuses the message: " + dead.reason();
      Block block = block(call.delivery(), sentence, now);
      RecordChange.CountFailure count =
          new RecordChange.CountFailure(
              call.position(), call.attempt(), CountedAs.WITH_EVIDENCE); // an operator may skip it
      state.writes.block(claimed, new RecordChange.BlockSession(block, Optional.of(count)), now);
    } else {
      state.writes.change(
          claimed, RecordChange.End.dead(call.delivery(), call.position(), dead, now.wall()), now);
    }
  }

  /** A call has answered that its end is unknown. */
  void onEndUnknown(
      SessionState.Claimed claimed,
      CallState.Returned returned,
      HandlerOutcome.EndUnknown unknown,
      Now now) {
    HandlerCall call = returned.call();
    if (isHeldInDoubt()) {
      holdInDoubt(claimed, call, unknown.reason(), now);
      return;
    }
    CallJudgement judgement = returned.judgement();
    state.attemptFailed(call, judgement.counted(), unknown.text());
    state.times.retryAt(now.monotonic().plus(state.pauseAfter(call.attempt())));
    renew(claimed, call, judgement, unknown.text(), now);
  }

  /** A cancelled call has not returned within the grace. */
  void onNoReturn(SessionState.Claimed claimed, HandlerCall call, Now now) {
    String reason = "the call did not return after it was cancelled";
    CallJudgement judgement = state.handler.unknown(call, reason, now.monotonic());
    if (isHeldInDoubt()) {
      holdInDoubt(claimed, call, reason, now);
    } else {
      renew(claimed, call, judgement, reason, now);
    }
  }

  private void renew(
      SessionState.Claimed claimed,
      HandlerCall call,
      CallJudgement judgement,
      String reason,
      Now now) {
    CountedAs how = judgement.counted();
    givenUp = usesUp(call.position(), how, now) ? call.position() : null;
    Optional<RecordChange.Renew.LostCall> lost =
        Optional.of(new RecordChange.Renew.LostCall(call.position(), how));
    state.writes.renew(claimed, lost, reason, now);
  }

  /** Whether the attempts of the message at {@code position}, which is next, are used up. */
  boolean isUsedUp(Position position, Now now) {
    AttemptLimit limit = state.settings.attempts().limit();
    return position.equals(givenUp)
        || state
            .progress()
            .suspect(position.stream(), position.seq())
            .filter(
                suspect ->
                    suspect.proven() >= limit.most()
                        || (suspect.failed().losesItsLinks()
                            && suspect.isUsedUp(limit, now.wall())))
            .isPresent();
  }

  /** Whether another failure that counts so uses up the attempts of a message. */
  private boolean usesUp(Position position, CountedAs how, Now now) {
    return how != CountedAs.NOT
        && state
            .progress()
            .suspect(position.stream(), position.seq())
            .orElse(Suspect.first(position.seq()))
            .failedOnceMore(how, now.wall())
            .isUsedUp(state.settings.attempts().limit(), now.wall());
  }

  /** The attempts of a message that is next are used up. */
  void onUsedUp(SessionState.Claimed claimed, Inbox.Head head, Now now) {
    HandlerOutcome.Retry died =
        new HandlerOutcome.Retry(
            "it did not return, its process died, or its link to the broker was lost",
            Optional.empty());
    givenUp = null;
    state.times.callNotBefore(now.monotonic()); // the next message does not wait for this one
    poison(claimed, new Failed(head.delivery(), head.position(), Optional.empty()), died, now);
  }

  private boolean isHeldInDoubt() {
    return state.settings.attempts().inDoubt() == InDoubt.BLOCK;
  }

  private void holdInDoubt(SessionState.Claimed claimed, HandlerCall call, String reason, Now now) {
    String sentence =
        "The handler was started, and it is not known how that ended: %s".formatted(reason);
    Block block = block(call.delivery(), sentence, now);
    state.writes.block(claimed, new RecordChange.BlockSession(block, Optional.empty()), now);
  }

  /** By policy the message is dead, or its session blocked. */
  private void poison(
      SessionState.Claimed claimed, Failed message, HandlerOutcome.Retry last, Now now) {
    FlowSettings.Attempts attempts = state.settings.attempts();
    if (attempts.onPoison() == FlowSettings.OnPoison.DEAD_LETTER) {
      HandlerOutcome.DeadLetter dead =
          new HandlerOutcome.DeadLetter("MaxAttemptsExceeded", attempts.usedUp(last.text()));
      state.writes.change(
          claimed,
          RecordChange.End.dead(message.delivery(), message.position(), dead, now.wall()),
          now);
      return;
    }
    Block block = block(message.delivery(), attempts.usedUp(last.reason()), now);
    state.writes.block(claimed, new RecordChange.BlockSession(block, message.count()), now);
  }

  private Block block(Delivery delivery, String sentence, Now now) {
    return new Block(
        sentence, delivery.id().value(), state.identity.instance().value(), now.wall());
  }
}

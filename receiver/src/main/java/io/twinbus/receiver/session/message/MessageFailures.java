package io.twinbus.receiver.session.message;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of a message that has a record of its own when its call has failed, or may not have
 * ended:
 *
 * <ol>
 *   <li>It has failed: that is counted in its record, and it waits for its next attempt, whose
 *       start is written again. After the last one it is dead, or its session held, by policy.
 *   <li>It is unknown whether its call has ended: the claim is renewed under a higher token first.
 *       With {@link InDoubt#BLOCK} the session is held instead, and the start stays on record.
 * </ol>
 */
final class MessageFailures {

  private final WorkerState state;
  private final MessageInHand hand;
  private final MessageClosing closing;

  MessageFailures(WorkerState state, MessageInHand hand, MessageClosing closing) {
    this.state = state;
    this.hand = hand;
    this.closing = closing;
  }

  void onFailure(
      SingleMessage message, CallState.Returned returned, HandlerOutcome.Retry failure, Now now) {
    HandlerCall call = returned.call();
    message.ending = null;
    if (returned.cancelledAt() != null && isHeldInDoubt()) {
      holdInDoubt(message.delivery, failure.reason(), now);
      return;
    }
    CountedAs how = returned.judgement().counted();
    state.attemptFailed(call, how, failure.text());
    MessageContent.Open counted = counted(message, how, now);
    if (isUsedUp(counted, how, now)) {
      message.open = counted;
      poison(message, failure, now);
      return;
    }
    state.retry(failure, call.attempt(), now);
    count(message, counted, now);
  }

  private static MessageContent.Open counted(SingleMessage message, CountedAs how, Now now) {
    MessageContent.Open open = Objects.requireNonNull(message.open);
    return open.withTries(open.tries().failedOnceMore(how, now.wall()));
  }

  private boolean isUsedUp(MessageContent.Open counted, CountedAs how, Now now) {
    return how != CountedAs.NOT
        && counted.tries().isUsedUp(state.settings.attempts().limit(), now.wall());
  }

  /** The handler says that the message can never be handled. */
  void onJudged(
      SingleMessage message, CallState.Returned returned, HandlerOutcome.DeadLetter dead, Now now) {
    if (!returned.judgement().isBelieved()) {
      onFailure(
          message, returned, failed("The handler refuses whatever it gets: " + dead.reason()), now);
    } else if (isToBlock(message)) {
      String sentence = "The handler refuses the message: " + dead.reason();
      message.block = block(message.delivery, sentence, now);
      count(message, counted(message, CountedAs.NOT, now), now);
    } else {
      closing.dead(message, dead, now);
    }
  }

  void onEndUnknown(
      SingleMessage message,
      CallState.Returned returned,
      HandlerOutcome.EndUnknown unknown,
      Now now) {
    if (isHeldInDoubt()) {
      holdInDoubt(message.delivery, unknown.reason(), now);
      return;
    }
    HandlerCall call = returned.call();
    state.attemptFailed(call, returned.judgement().counted(), unknown.text());
    state.times.retryAt(now.monotonic().plus(state.pauseAfter(call.attempt())));
    renew(message, returned.judgement().counted(), unknown.text(), now);
  }

  /** A cancelled call has not returned within the grace. */
  void onNoReturn(HandlerCall call, Now now) {
    SingleMessage message = hand.current();
    String reason = "the call did not return after it was cancelled";
    CountedAs how = state.handler.unknown(call, reason, now.monotonic()).counted();
    if (message == null) {
      forgetCall();
    } else if (isHeldInDoubt()) {
      holdInDoubt(message.delivery, reason, now);
    } else {
      if (hand.isByMessage()) {
        state.attemptFailed(call, how, reason);
      }
      renew(message, how, reason, now);
    }
  }

  /** Its call may still be at work: the next attempt comes under a higher token. */
  private void renew(SingleMessage message, CountedAs how, String reason, Now now) {
    MessageContent.Open counted = counted(message, how, now);
    message.lost = how;
    message.isGivenUp = isUsedUp(counted, how, now);
    if (!hand.isByMessage()) {
      renewClaim(reason, now);
      return;
    }
    Owner next = state.newOwner();
    forgetCall();
    state.enter(state.in(SessionState.MessageClaimed.class).renewing(next.claim()));
    count(message, counted.takenBy(next, counted.token() + 1, counted.tries()), now);
  }

  /** Renews the session's claim under a higher token; the message in hand hears of it. */
  void renewClaim(String reason, Now now) {
    state.writes.renew(state.in(SessionState.Claimed.class), Optional.empty(), reason, now);
  }

  /** The session's claim is renewed, as {@code session} says: so is that on the message. */
  void countLost(SingleMessage message, SessionRecord session, Now now) {
    MessageContent.Open open = Objects.requireNonNull(message.open);
    Owner owner = Objects.requireNonNull(session.custody().owner());
    message.owner = owner;
    long token = Math.max(session.token(), open.token());
    count(
        message,
        open.takenBy(owner, token, open.tries().failedOnceMore(message.lost, now.wall())),
        now);
  }

  private void count(SingleMessage message, MessageContent.Open counted, Now now) {
    hand.write(message, Phase.COUNTING, counted, Optional.ofNullable(message.version), now);
  }

  /** A failure is on record. */
  void onCounted(SingleMessage message, Now now) {
    Block block = message.block;
    if (block != null && state.isWorking()) {
      state.writes.block(
          state.in(SessionState.Claimed.class),
          new RecordChange.BlockSession(block, Optional.empty()),
          now);
    }
  }

  /** What is on record, and counted in what is in hand, uses up the attempts. */
  void onUsedUp(SingleMessage message, Now now) {
    poison(message, failed("it did not return, or its worker died"), now);
  }

  /** By policy the message is dead, or its session held. */
  private void poison(SingleMessage message, HandlerOutcome.Retry last, Now now) {
    FlowSettings.Attempts attempts = state.settings.attempts();
    if (!isToBlock(message)) {
      String sentence = attempts.usedUp(last.text());
      closing.dead(message, new HandlerOutcome.DeadLetter("MaxAttemptsExceeded", sentence), now);
      return;
    }
    String sentence = attempts.usedUp(last.reason());
    message.block = block(message.delivery, sentence, now);
    count(message, Objects.requireNonNull(message.open), now);
  }

  /**
   * By policy. A replay holds up no session: it has no place in the order that a block would keep,
   * and its letter stays a dead letter.
   */
  private boolean isToBlock(SingleMessage message) {
    return !hand.isByMessage()
        && message.delivery.replay().isEmpty()
        && state.settings.attempts().onPoison() == FlowSettings.OnPoison.BLOCK;
  }

  static HandlerOutcome.Retry failed(String reason) {
    return new HandlerOutcome.Retry(reason, Optional.empty());
  }

  private void forgetCall() {
    if (state.call() instanceof CallState.Present call) {
      state.enter(call.over());
    }
  }

  boolean isHeldInDoubt() {
    return state.settings.attempts().inDoubt() == InDoubt.BLOCK;
  }

  /** It was started, and its end is unknown: its session waits for an operator. */
  void holdInDoubt(Delivery delivery, String why, Now now) {
    String sentence = "The handler was started, and it is not known how that ended: " + why;
    Block block = block(delivery, sentence, now);
    state.writes.block(
        state.in(SessionState.Claimed.class),
        new RecordChange.BlockSession(block, Optional.empty()),
        now);
  }

  private Block block(Delivery delivery, String sentence, Now now) {
    return new Block(
        sentence, delivery.id().value(), state.identity.instance().value(), now.wall());
  }
}

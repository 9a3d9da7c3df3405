package io.twinbus.receiver.session.message;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.MessageRule;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.CallState;
import io.twinbus.receiver.session.state.DeadLetters;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Objects;
import java.util.Optional;

/**
 * What becomes of a message that has a record of its own once its handler has been called:
 *
 * <ol>
 *   <li>It has ended: its record says so, then its copy is settled. Where it changed the session's
 *       state, its end is noted in the session record first, in the same write as the state; so the
 *       state moves once for it, whatever happens before its own record says the same.
 *   <li>It has failed: that is counted in its record, and it waits for its next attempt, whose
 *       start is written again. After the last one it is dead, or its session held, by policy.
 *   <li>It is unknown whether its call has ended: the claim is renewed under a higher token first.
 *       With {@link InDoubt#BLOCK} the session is held instead, and the start stays on record.
 * </ol>
 */
public final class MessageEndings {

  private final WorkerState state;
  private final MessageInHand hand;

  MessageEndings(WorkerState state, MessageInHand hand) {
    this.state = state;
    this.hand = hand;
  }

  /** Whether a write of the message's record is out. */
  public boolean isBusy() {
    return hand.writer().isBusy();
  }

  /** The call of the message in hand has returned; no read or write is under way. */
  public void onOutcome(CallState.Returned returned, Now now) {
    HandlerCall call = returned.call();
    HandlerOutcome outcome = returned.outcome();
    SingleMessage message = hand.current();
    if (message == null || !message.delivery.equals(call.delivery())) {
      return;
    }
    state.times.worked(now);
    if (outcome instanceof HandlerOutcome.Completed completed) {
      onCompleted(message, returned, completed.state(), now);
    } else if (outcome instanceof HandlerOutcome.DeadLetter dead) {
      onJudged(message, returned, dead, now);
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      onFenced(message, now);
    } else if (outcome instanceof HandlerOutcome.EndUnknown unknown) {
      onEndUnknown(message, returned, unknown, now);
    } else {
      onFailure(message, returned, (HandlerOutcome.Retry) outcome, now);
    }
  }

  private void onCompleted(
      SingleMessage message, CallState.Returned returned, StateChange kept, Now now) {
    message.ending = new SingleMessage.Ending(EndState.DONE, "", new Settlement.Complete());
    if (kept instanceof StateChange.Keep) {
      writeEnd(message, now);
    } else if (hand.isByMessage()) {
      onFailure(message, returned, failed("claim: message keeps no state for sessions"), now);
    } else if (kept.size() > state.settings.commit().maxState()) {
      onFailure(
          message,
          returned,
          failed(
              "The handler wants %d bytes of state kept, and max-state allows %d."
                  .formatted(kept.size(), state.settings.commit().maxState())),
          now);
    } else {
      message.phase = Phase.NOTING;
      NotedEnd noted =
          new NotedEnd(message.delivery.id(), EndState.DONE, "", message.delivery.replay());
      state.writes.change(claimed(), new RecordChange.NoteEnd(noted, kept), now);
    }
  }

  private static HandlerOutcome.Retry failed(String reason) {
    return new HandlerOutcome.Retry(reason, Optional.empty());
  }

  /** Writes the end of the message in its own record. */
  public void writeEnd(SingleMessage message, Now now) {
    SingleMessage.Ending ending = message.ending;
    MessageContent.Open open = message.open;
    if (ending == null || open == null) {
      throw new IllegalStateException("It has not ended: " + message.key());
    }
    hand.write(
        message,
        Phase.ENDING,
        open.over(ending.state(), ending.reason()),
        Optional.ofNullable(message.version),
        now);
  }

  /** The message is dead: that is written, and then it is dead-lettered. */
  public void dead(SingleMessage message, HandlerOutcome.DeadLetter how, Now now) {
    message.ending =
        new SingleMessage.Ending(
            EndState.DEAD,
            how.reason(),
            new Settlement.DeadLetter(how.reason(), how.description()));
    writeEnd(message, now);
  }

  /** Its end stands. */
  public void onEnded(SingleMessage message, Now now) {
    SingleMessage.Ending ending = message.ending;
    if (ending == null) {
      throw new IllegalStateException("It has not ended: " + message.key());
    }
    state.effects.report(
        new WorkerFact.Ended(
            WorkerFact.Subject.of(message.delivery), ending.state(), ending.settlement().why()));
    settle(message.delivery, ending.settlement(), now);
  }

  /** Its end stands, as another worker has written it. */
  public void settleAs(SingleMessage message, MessageContent.Over over, Now now) {
    Optional<Replay> other = MessageRule.otherBody(message.delivery.name(), over);
    if (other.isPresent()) {
      refuse(message, other.get(), now);
      return;
    }
    hand.leave(message);
    state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(message.delivery)));
    EndedRange end = new EndedRange(new StreamId("-"), 1, 1, over.state(), over.reason());
    settle(message.delivery, DeliveryRule.settlementFor(end), now);
  }

  /**
   * The copy goes back to the dead letters: the same replay is on record with another body, and
   * this one would be dropped as its other copy.
   */
  void refuse(SingleMessage message, Replay other, Now now) {
    hand.leave(message);
    state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(message.delivery)));
    settle(message.delivery, DeadLetters.otherBody(other), now);
  }

  private void settle(Delivery delivery, Settlement settlement, Now now) {
    state.times.moved(now);
    state.inbox.removeSingle(delivery);
    state.effects.settle(delivery, settlement);
  }

  /** Why a message that is next ends without its handler; sequenced ones alone know their times. */
  public Optional<HandlerOutcome.DeadLetter> overdue(Delivery delivery, Now now) {
    if (delivery.headers() instanceof ParsedHeaders.Replayed replayed) {
      return state.settings.horizon().isBeyond(replayed.headers().sentAt(), now.wall())
          ? Optional.of(DeadLetters.BEYOND_RETENTION)
          : Optional.empty();
    }
    if (!(delivery.headers() instanceof ParsedHeaders.Sequenced sequenced)) {
      return Optional.empty();
    }
    SequencedHeaders headers = sequenced.headers();
    if (state.settings.horizon().isBeyond(headers.sentAt(), now.wall())) {
      return Optional.of(DeadLetters.BEYOND_RETENTION);
    }
    boolean isExpired = headers.expiresAt() != null && !now.wall().isBefore(headers.expiresAt());
    return isExpired ? Optional.of(DeadLetters.EXPIRED) : Optional.empty();
  }

  private void onFenced(SingleMessage message, Now now) {
    state.effects.report(
        new WorkerFact.Fenced("the handler has seen a newer token; the claim is given back"));
    state.times.standBack(now);
    message.releasesClaim = true;
    if (hand.isByMessage()) {
      state.times.callNotBefore(state.times.claimNotBefore());
    }
    if (!letGo(now) && !hand.isByMessage()) {
      state.writes.release(claimed(), now);
    }
  }

  private void onFailure(
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
  private void onJudged(
      SingleMessage message, CallState.Returned returned, HandlerOutcome.DeadLetter dead, Now now) {
    if (!returned.judgement().isBelieved()) {
      onFailure(
          message, returned, failed("The handler refuses whatever it gets: " + dead.reason()), now);
    } else if (isToBlock(message)) {
      String sentence = "The handler refuses the message: " + dead.reason();
      message.block = block(message.delivery, sentence, now);
      count(message, counted(message, CountedAs.NOT, now), now);
    } else {
      dead(message, dead, now);
    }
  }

  private void onEndUnknown(
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
  public void onNoReturn(HandlerCall call, Now now) {
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
  public void renewClaim(String reason, Now now) {
    state.writes.renew(claimed(), Optional.empty(), reason, now);
  }

  /** The session's claim is renewed, as {@code session} says: so is that on the message. */
  public void countLost(SingleMessage message, SessionRecord session, Now now) {
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
  public void onCounted(SingleMessage message, Now now) {
    Block block = message.block;
    if (block != null && state.isWorking()) {
      state.writes.block(claimed(), new RecordChange.BlockSession(block, Optional.empty()), now);
    }
  }

  /** What is on record, and counted in what is in hand, uses up the attempts. */
  public void onUsedUp(SingleMessage message, Now now) {
    poison(message, failed("it did not return, or its worker died"), now);
  }

  /** By policy the message is dead, or its session held. */
  private void poison(SingleMessage message, HandlerOutcome.Retry last, Now now) {
    FlowSettings.Attempts attempts = state.settings.attempts();
    if (!isToBlock(message)) {
      String sentence = attempts.usedUp(last.text());
      dead(message, new HandlerOutcome.DeadLetter("MaxAttemptsExceeded", sentence), now);
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

  private SessionState.Claimed claimed() {
    return state.in(SessionState.Claimed.class);
  }

  private void forgetCall() {
    if (state.call() instanceof CallState.Present call) {
      state.enter(call.over());
    }
  }

  private boolean isHeldInDoubt() {
    return state.settings.attempts().inDoubt() == InDoubt.BLOCK;
  }

  /** It was started, and its end is unknown: its session waits for an operator. */
  public void holdInDoubt(Delivery delivery, String why, Now now) {
    String sentence = "The handler was started, and it is not known how that ended: " + why;
    Block block = block(delivery, sentence, now);
    state.writes.block(claimed(), new RecordChange.BlockSession(block, Optional.empty()), now);
  }

  private Block block(Delivery delivery, String sentence, Now now) {
    return new Block(
        sentence, delivery.id().value(), state.identity.instance().value(), now.wall());
  }

  /**
   * Gives back what is in hand and not handled, because the worker stops or another region is to
   * come in.
   *
   * @return whether an answer is awaited
   */
  boolean letGo(Now now) {
    SingleMessage message = hand.current();
    if (hand.writer().isBusy()) {
      return true;
    }
    MessageContent.Open open = message == null ? null : message.open;
    Version version = message == null ? null : message.version;
    if (message == null || open == null || version == null) {
      return false;
    }
    boolean isMine = hand.isByMessage() || message.isUnder(state.claim());
    if (!isMine || state.writer.isBusy() || !isToGoBack(message)) {
      return false;
    }
    MessageAttempts tries =
        state.hasLostCallOf(message.delivery) ? open.tries().lostItsLink(now.wall()) : open.tries();
    hand.write(
        message,
        Phase.RETURNING,
        open.givenBack(tries.withStarted(state.hasCall() && tries.started())),
        Optional.of(version),
        now);
    return true;
  }

  /**
   * Whether what is in hand is to be given back: it was taken and not called; or it was called, its
   * call is over, and nothing came of it that counts.
   */
  public boolean isToGoBack(SingleMessage message) {
    return switch (message.phase) {
      case READY -> true;
      case WAITING -> hand.isByMessage();
      case CALLED -> hand.isByMessage() || (!state.hasCall() && !isHeldInDoubt());
      default -> false;
    };
  }
}

package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.MessageClaimant;
import io.twinbus.ledger.rules.MessageDecision;
import io.twinbus.ledger.rules.MessageRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.HandlerCall;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a message that has a record of its own is taken, by {@link MessageRule}, and started. */
final class MessageTaking {

  private final WorkerState state;
  private final MessageInHand hand;
  private final MessageClosing closing;
  private final MessageFailures failures;
  private Optional<Version> confirmed = Optional.empty();

  MessageTaking(
      WorkerState state, MessageInHand hand, MessageClosing closing, MessageFailures failures) {
    this.state = state;
    this.hand = hand;
    this.closing = closing;
    this.failures = failures;
  }

  /** Decides upon what a read of the record showed. */
  void take(SingleMessage message, ReadOutcome<MessageRecord> seen, Now now) {
    if (message.isGivenUp) {
      failures.onUsedUp(message, now);
      return;
    }
    MessageClaimant me = taker(message, now);
    MessageDecision decision = MessageRule.decide(seen, me, state.stamp(now), state.ownership);
    if (decision instanceof MessageDecision.Take take) {
      take(message, take, seen, now);
    } else if (decision instanceof MessageDecision.Settle settle) {
      closing.settleAs(message, settle.end(), now);
    } else if (decision instanceof MessageDecision.OtherBody other) {
      closing.refuse(message, other.other(), now);
    } else if (decision instanceof MessageDecision.UsedUp used) {
      message.owner = me.owner();
      message.standsAs(used.counted(), used.version());
      failures.onUsedUp(message, now);
    } else if (decision instanceof MessageDecision.Confirm confirm) {
      message.seen = seen;
      confirmed = Optional.of(confirm.version());
      failures.renewClaim("a message's record has a higher token", now);
    } else if (decision instanceof MessageDecision.InQuestion) {
      failures.holdInDoubt(message.delivery, "its worker stopped or died", now);
    } else {
      waitForItsOwner(message, now);
    }
  }

  private void take(
      SingleMessage message, MessageDecision.Take take, ReadOutcome<MessageRecord> seen, Now now) {
    MessageContent.Open open = (MessageContent.Open) take.record().content();
    message.owner = open.owner();
    Optional<HandlerOutcome.DeadLetter> overdue = closing.overdue(message.delivery, now);
    if (overdue.isPresent()) {
      message.open = open;
      message.version = take.version().orElse(null);
      closing.dead(message, overdue.get(), now);
      return;
    }
    Version found = take.version().orElse(null);
    if (found != null && isLostTooOften(open, now)) {
      message.standsAs(open.withTries(open.tries().withStarted(false)), found);
      failures.onUsedUp(message, now);
      return;
    }
    int takeovers = open.tries().takeovers();
    if (takeovers > 0 && !hand.admission().enter(takeovers - 1, now)) {
      message.seen = seen;
      return;
    }
    message.seen = null;
    message.isContended = false;
    message.kind = kind(message, seen);
    hand.write(message, Phase.TAKING, open, take.version(), now);
  }

  private boolean isLostTooOften(MessageContent.Open open, Now now) {
    return open.tries().failed().losesItsLinks()
        && open.tries().isUsedUp(state.settings.attempts().limit(), now.wall());
  }

  /** How a message comes to be taken; null for one's own, which goes on. */
  private static ClaimDecision.@Nullable Kind kind(
      SingleMessage message, ReadOutcome<MessageRecord> seen) {
    if (message.open != null) {
      return null;
    }
    boolean isTaken =
        seen instanceof ReadOutcome.Found<MessageRecord> found
            && found.record().content() instanceof MessageContent.Open open
            && open.owner() != null;
    return isTaken ? ClaimDecision.Kind.TAKEOVER : ClaimDecision.Kind.FREE;
  }

  private MessageClaimant taker(SingleMessage message, Now now) {
    FlowSettings.Attempts attempts = state.settings.attempts();
    MessageClaimant.Terms terms =
        new MessageClaimant.Terms(
            state.settings.records().claim(),
            attempts.inDoubt(),
            attempts.max(),
            state.view.beside().pardons(),
            confirmed);
    MessageName name = message.delivery.name();
    if (!hand.isByMessage()) {
      Owner mine = state.view.found().orElseThrow().record().custody().owner();
      return new MessageClaimant(
          state.identity.session(), name, Objects.requireNonNull(mine), state.view.token(), terms);
    }
    Owner mine = message.owner;
    if (mine == null || state.session() instanceof SessionState.Unclaimed) {
      mine = state.newOwner();
      state.dropClaim();
      state.enter(state.in(SessionState.Unclaimed.class).takingMessage(mine.claim()));
      message.owner = mine;
    }
    return new MessageClaimant(
        state.identity.session(), name, mine, now.wall().toEpochMilli(), terms);
  }

  /** Calls the handler of a message that is taken. */
  void start(SingleMessage message, MessageContent.Open open, Now now) {
    message.phase = Phase.CALLED;
    state.times.worked(now);
    int attempt = open.tries().attempts() + 1;
    Duration timeout = state.settings.attempts().handlerTimeout();
    HandlerCall call =
        new HandlerCall(
            state.nextCall(),
            message.delivery,
            Optional.empty(),
            attempt,
            now.monotonic(),
            now.monotonic().plus(timeout));
    Invocation invocation =
        new Invocation(
            hand.isByMessage() ? open.token() : state.view.token(),
            attempt,
            position(message.delivery),
            state.view.found().flatMap(found -> found.record().state()),
            new Invocation.Caller(state.identity.region(), state.identity.instance()),
            timeout);
    state.start(call, invocation, now);
  }

  /** A replay is the message that it was, for a sink that has seen it. */
  private static Optional<Position> position(Delivery delivery) {
    return delivery.position().or(() -> delivery.replay().flatMap(Replay::of));
  }

  private void waitForItsOwner(SingleMessage message, Now now) {
    state.handler.cannotClaim(now.monotonic());
    state.dropClaim();
    message.owner = null;
    message.seen = null;
    message.isContended = true;
    MonotonicTime again = now.monotonic().plus(state.settings.pace().readInterval());
    state.times.callNotBefore(again);
    state.effects.wakeAt(again);
    message.phase = Phase.NEXT;
    state.park(WorkerFact.Parked.Reason.OWNED_ELSEWHERE, "another worker has its next message");
  }
}

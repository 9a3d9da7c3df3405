package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.MessageRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.message.SingleMessage.Phase;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.Optional;

/**
 * How a worker conducts a message that has a record of its own, one at a time, in the order in
 * which the broker has them:
 *
 * <ol>
 *   <li>Under the session's claim, or under a claim on the message alone ({@link ClaimScope}), it
 *       takes the message: the record is created, started, in one write. A conflict is read, and
 *       {@link MessageRule} says what follows; what answers about the record mean is {@link
 *       MessageAnswers}'.
 *   <li>Its handler runs when that stands, and what becomes of it is {@link MessageEndings}'.
 *   <li>An end that the session record notes, and whose message's own record may not say it, is
 *       carried there before another message is taken.
 *   <li>A worker that stops, or gives way to others, gives back a message that it has not handled.
 *   <li>Before a session is claimed, the record of its first such message is read: a copy of one
 *       that has ended needs no claim.
 * </ol>
 */
public final class MessageSteps {

  private final WorkerState state;
  private final MessageInHand hand;
  private final MessageClosing closing;
  private final MessageFailures failures;
  private final MessageEndings endings;
  private final NotedEnds noted;
  private final MessageTaking taking;
  private final MessageAnswers answers;

  public MessageSteps(WorkerState state) {
    this.state = state;
    this.hand = new MessageInHand(state);
    this.noted = new NotedEnds(state, hand.writer());
    this.closing = new MessageClosing(state, hand);
    this.failures = new MessageFailures(state, hand, closing);
    this.endings = new MessageEndings(state, hand, closing, failures);
    this.taking = new MessageTaking(state, hand, closing, failures);
    this.answers = new MessageAnswers(state, hand, closing, failures);
  }

  public MessageEndings endings() {
    return endings;
  }

  /** Whether an answer about a record is awaited. */
  public boolean isBusy() {
    return hand.writer().isBusy();
  }

  /** Issues again what is due. */
  public void poll(Now now) {
    hand.writer().poll(now.monotonic()).ifPresent(state.effects::wakeAt);
  }

  public void onRead(MessageKey key, ReadOutcome<MessageRecord> outcome, Now now) {
    hand.writer().onRead(key, outcome, now.monotonic()).ifPresent(result -> on(result, now));
  }

  public void onWritten(MessageKey key, WriteOutcome outcome, Now now) {
    hand.writer().onWritten(key, outcome, now.monotonic()).ifPresent(result -> on(result, now));
  }

  /** Whether the record of {@code head} is still to be read, before a claim is thought of. */
  public boolean probes(Delivery head, Now now) {
    if (hand.writer().isBusy()) {
      return true;
    }
    SingleMessage known = hand.current();
    MonotonicTime at = known == null ? null : known.seenAt;
    if (known != null && known.delivery.equals(head) && at != null && isFresh(at)) {
      return false;
    }
    hand.read(new SingleMessage(head));
    return true;
  }

  private boolean isFresh(MonotonicTime at) {
    return at.isAtOrAfter(state.view.at());
  }

  /** Takes {@code head} a step further; no read, write or call is under way. */
  public void advance(Delivery head, Now now) {
    if (noted.carries(now)) {
      return;
    }
    if (!state.mayCall(now)) {
      return;
    }
    SingleMessage message = hand.take(head);
    if (message.isContended && message.seen == null) {
      hand.read(message);
      return;
    }
    MessageContent.Open open = message.open;
    Version version = message.version;
    if (message.phase == Phase.READY && open != null) {
      taking.start(message, open, now);
    } else if (message.phase == Phase.WAITING && open != null && version != null) {
      MessageRecord record = new MessageRecord(state.identity.session(), open, state.stamp(now));
      taking.take(message, new ReadOutcome.Found<>(record, version), now);
    } else if (message.phase == Phase.NEXT) {
      ReadOutcome<MessageRecord> seen = message.seen;
      taking.take(message, seen == null ? new ReadOutcome.Absent<>() : seen, now);
    }
  }

  private void on(RecordWriter.Result<MessageRecord> result, Now now) {
    SingleMessage message = hand.current();
    if (noted.isCarrying()) {
      noted.on(result, now);
    } else if (message == null) {
      throw new IllegalStateException("An answer came about no message: " + result);
    } else {
      answers.on(message, result, now);
    }
  }

  /** The end of the message in hand is noted in the session record: now in its own. */
  public void onNoted(NotedEnd end, Now now) {
    noted.isBeingCarried(end);
    SingleMessage message = hand.current();
    if (state.mayWrite() && message != null && message.phase == Phase.NOTING) {
      closing.writeEnd(message, now);
    }
  }

  /** The session's claim has been renewed because of a call of the message in hand. */
  public void onRenewed(Now now) {
    SingleMessage message = hand.current();
    if (message != null && message.open != null) {
      failures.countLost(message, state.view.found().orElseThrow().record(), now);
    }
  }

  /** The message that is claimed by itself, if one is. */
  public Optional<Delivery> taken() {
    SingleMessage message = hand.current();
    return message == null || message.owner == null
        ? Optional.empty()
        : Optional.of(message.delivery);
  }

  /** What would be left of a message that is claimed by itself. */
  public Optional<HeldMessage> held() {
    SingleMessage message = hand.current();
    return hand.isByMessage() && message != null && message.owner != null
        ? Optional.of(
            new HeldMessage(state.identity.session(), message.key(), hand.writer().pending()))
        : Optional.empty();
  }

  /**
   * Gives back what the worker holds and has not handled: it stops, or another region is to come
   * in.
   *
   * @return whether an answer is awaited
   */
  public boolean letGo(Now now) {
    return endings.letGo(now);
  }
}

package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.Consumer;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Refusal;
import io.twinbus.local.servicebus.broker.Session;
import io.twinbus.local.servicebus.broker.Settlement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link on which a client receives from an entity, with or without a session. */
final class ConsumerLink implements LinkEnd, Consumer {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerLink.class);

  private final ServerContext context;
  private final AmqpConnection connection;
  private final Sender sender;
  private final MessageQueue queue;
  private final ConsumerLinks siblings;
  private final boolean deleteOnDelivery;
  private SessionRequest request = new SessionRequest(false, null, Duration.ZERO);
  private @Nullable Attachment attachment;
  private boolean opened;
  private boolean finished;
  private @Nullable Refusal ended;
  private boolean timedOut;

  ConsumerLink(
      ServerContext context,
      AmqpConnection connection,
      Sender sender,
      MessageQueue queue,
      ConsumerLinks siblings) {
    this.context = context;
    this.connection = connection;
    this.sender = sender;
    this.queue = queue;
    this.siblings = siblings;
    this.deleteOnDelivery = sender.getRemoteSenderSettleMode() == SenderSettleMode.SETTLED;
  }

  /** Asks the broker; the answer to the client may come later, when a session turns up. */
  void attach(SessionRequest asked) {
    request = asked;
    AcceptResult result;
    if (!asked.wanted()) {
      result = queue.attach(this);
    } else if (asked.sessionId() == null) {
      result = queue.acceptNextSession(this, asked.patience());
    } else {
      result = queue.acceptSession(this, asked.sessionId());
    }
    if (result instanceof AcceptResult.Granted granted) {
      attachment = granted.attachment();
      open(granted.attachment());
    } else if (result instanceof AcceptResult.Refused refused) {
      finish(context.errors().of(refused.refusal(), queue.name(), subject()));
    }
  }

  AmqpConnection connection() {
    return connection;
  }

  /** The session that this link holds; null without one. */
  @Nullable Session session() {
    return attachment == null || attachment.ended() ? null : attachment.session();
  }

  @Override
  public void messagesReady() {
    context.turn().hasNews(this);
  }

  @Override
  public void sessionGranted(Attachment granted) {
    attachment = granted;
    context.turn().hasNews(this);
  }

  @Override
  public void acceptTimedOut() {
    timedOut = true;
    context.turn().hasNews(this);
  }

  @Override
  public void sessionLockLost() {
    ended = Refusal.SESSION_LOCK_LOST;
    context.turn().hasNews(this);
  }

  void actOnNews() {
    if (finished) {
      return;
    }
    if (timedOut) {
      finish(
          context
              .errors()
              .of(
                  Condition.TIMEOUT,
                  "The operation did not complete within the allotted timeout; no session was"
                      + " available.",
                  queue.name()));
      return;
    }
    if (attachment != null && !opened) {
      open(attachment);
    }
    if (ended != null) {
      finish(context.errors().of(ended, queue.name(), subject()));
      return;
    }
    deliver();
    connection.hasOutput();
  }

  @Override
  public void flow() {
    deliver();
  }

  @Override
  public void delivery(Delivery delivery) {
    if (!delivery.isUpdated() || finished) {
      return;
    }
    MessageLock lock = delivery.getContext() instanceof MessageLock held ? held : null;
    Outcomes.Answer answer = Outcomes.read(delivery.getRemoteState());
    delivery.clear();
    if (answer == null) {
      if (delivery.remotelySettled()) {
        delivery.settle();
      }
      return;
    }
    Settlement settlement =
        lock == null ? Settlement.LOCK_LOST : queue.settle(lock.token(), answer.disposition());
    delivery.setContext(null);
    delivery.disposition(
        settlement == Settlement.APPLIED
            ? answer.reply()
            : Outcomes.rejected(
                context.errors().of(Refusal.MESSAGE_LOCK_LOST, queue.name(), subject())));
    delivery.settle();
  }

  @Override
  public void gone() {
    finished = true;
    siblings.remove(sender.getName(), this);
    if (attachment == null) {
      queue.stopWaiting(this);
    } else {
      queue.detach(attachment);
    }
  }

  private void open(Attachment granted) {
    opened = true;
    Source source = (Source) sender.getRemoteSource();
    Session session = granted.session();
    if (session != null) {
      Map<Symbol, Object> filter = new HashMap<>();
      filter.put(Names.SESSION_FILTER, session.id());
      source.setFilter(filter);
      sender.setProperties(Map.of(Names.LOCKED_UNTIL_UTC, DotNetTime.ticks(session.lockedUntil())));
    }
    sender.setSource(source);
    sender.setTarget(sender.getRemoteTarget());
    siblings.add(sender.getName(), this);
    sender.open();
    connection.hasOutput();
  }

  /** Ends the link from this side, before or after it was opened. */
  private void finish(AmqpError error) {
    finished = true;
    if (opened) {
      sender.setCondition(error.onTheWire());
      sender.close();
    } else {
      LinkAttacher.refuse(sender, error);
    }
    siblings.remove(sender.getName(), this);
    connection.closed(this);
    connection.hasOutput();
  }

  private void deliver() {
    Attachment from = attachment;
    if (from == null || !opened || finished) {
      return;
    }
    while (sender.getCredit() > 0) {
      MessageLock lock = queue.take(from);
      if (lock == null) {
        break;
      }
      send(lock);
    }
    if (sender.getDrain() && sender.getCredit() > 0) {
      sender.drained();
    }
  }

  private void send(MessageLock lock) {
    Codec.Encoded bytes;
    try {
      bytes = context.deliveries().encode(lock.message(), lock);
    } catch (MalformedMessageException e) {
      LOG.warn("A message with unreadable application properties is dead-lettered.", e);
      queue.settle(lock.token(), Disposition.of(Disposition.Kind.DEAD_LETTER));
      return;
    }
    Delivery delivery = sender.delivery(LockToken.toTag(lock.token()));
    sender.send(bytes.array(), 0, bytes.length());
    if (deleteOnDelivery) {
      delivery.settle();
      queue.settle(lock.token(), Disposition.of(Disposition.Kind.COMPLETE));
    } else {
      delivery.setContext(lock);
    }
    sender.advance();
  }

  private String subject() {
    return request.sessionId() == null ? "" : request.sessionId();
  }
}

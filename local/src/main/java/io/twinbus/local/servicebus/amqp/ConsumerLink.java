package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.LockToken;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.amqp.encoding.Names;
import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.Consumer;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Session;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link on which a client receives from an entity, with or without a session. */
final class ConsumerLink implements LinkEnd, Consumer, NewsReader {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerLink.class);

  private final ServerContext context;
  private final AmqpConnection connection;
  private final Sender sender;
  private final MessageQueue queue;
  private final ConsumerLinks siblings;
  private final LinkFaults faults;
  private final LinkSettlements settlements;
  private final boolean deleteOnDelivery;
  private SessionRequest request = new SessionRequest(false, null, Duration.ZERO);
  private @Nullable Attachment attachment;
  private boolean opened;
  private boolean finished;
  private boolean stalled;
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
    this.faults = new LinkFaults(context, connection, sender, queue.name());
    this.settlements = new LinkSettlements(context, queue, faults);
    this.deleteOnDelivery = sender.getRemoteSenderSettleMode() == SenderSettleMode.SETTLED;
  }

  /** Asks the broker; the answer to the client may come later, when a session turns up. */
  void attach(SessionRequest asked) {
    request = asked;
    if (asked.wanted()) {
      Optional<Effect> struck = faults.before(Operation.ACCEPT_SESSION, asked.sessionId());
      if (struck.isPresent()) {
        faults.suffer(struck.get(), this::finish);
        return;
      }
    }
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
      answer(granted.attachment());
    } else if (result instanceof AcceptResult.Refused refused) {
      finish(context.errors().of(refused.refusal(), queue.name(), subject()));
    }
  }

  @Override
  public AmqpConnection connection() {
    return connection;
  }

  @Override
  public boolean mayIdleOut() {
    return true;
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
  public void detached(Refusal why) {
    ended = why;
    context.turn().hasNews(this);
  }

  @Override
  public void actOnNews() {
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
      answer(attachment);
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
    settlements.updated(delivery);
  }

  @Override
  public boolean serves(Target target) {
    Session held = session();
    return target.holds(queue.name(), held == null ? null : held.id());
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

  /** Opens the link, unless a fault takes the answer; then the session stays locked. */
  private void answer(Attachment granted) {
    Session session = granted.session();
    Optional<Effect> struck =
        session == null ? Optional.empty() : faults.after(Operation.ACCEPT_SESSION, session.id());
    if (struck.isEmpty()) {
      open(granted);
      return;
    }
    finished = true;
    faults.suffer(
        struck.get(),
        error -> {
          // The client lets go of a link that it never got; the session must not hear of it.
          sender.setContext(null);
          finish(error);
        });
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
    if (from == null || !opened || connection.isSilent()) {
      return;
    }
    while (sender.getCredit() > 0 && !finished && !stalled) {
      MessageLock lock = queue.take(from);
      if (lock == null) {
        break;
      }
      if (faults.armed()) {
        sendUnlessStruck(lock);
      } else {
        send(lock);
      }
    }
    if (sender.getDrain() && sender.getCredit() > 0 && !finished && !stalled) {
      sender.drained();
    }
  }

  /** A fault that strikes a delivery ends all deliveries on this link, told or not. */
  private void sendUnlessStruck(MessageLock lock) {
    String session = lock.message().content().sessionId();
    Optional<Effect> before = faults.before(Operation.RECEIVE, session);
    if (before.isPresent() && before.get().kind() == Effect.Kind.LOSE_LOCK) {
      send(lock);
      queue.calamities().loseLock(lock.token());
      return;
    }
    Optional<Effect> struck =
        before.isPresent() ? before : faults.after(Operation.RECEIVE, session);
    if (struck.isEmpty()) {
      send(lock);
      return;
    }
    stalled = true;
    if (before.isPresent()) {
      queue.settle(lock.token(), Disposition.of(Disposition.Kind.RELEASE));
    }
    faults.suffer(
        struck.get(),
        error -> {
          finish(error);
          gone();
        });
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
    connection.used(this);
  }

  private String subject() {
    return request.sessionId() == null ? "" : request.sessionId();
  }
}

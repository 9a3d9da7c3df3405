package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.encoding.EncodedMessage;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.local.servicebus.broker.LinkedClient;
import io.twinbus.local.servicebus.broker.SendTarget;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import java.util.List;
import java.util.Optional;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.jspecify.annotations.Nullable;

/**
 * A link on which a client sends to an entity; each transfer is settled with the broker's answer.
 */
final class ProducerLink implements LinkEnd, LinkedClient, NewsReader {
  private final ServerContext context;
  private final Receiver receiver;
  private final SendTarget target;
  private final LinkFaults faults;
  private @Nullable Refusal ended;
  private boolean drops;

  ProducerLink(
      ServerContext context, AmqpConnection connection, Receiver receiver, SendTarget target) {
    this.context = context;
    this.faults = new LinkFaults(context, connection, receiver, target.name());
    this.receiver = receiver;
    this.target = target;
  }

  @Override
  public void delivery(Delivery delivery) {
    if (delivery.pending() > target.maxMessageSizeBytes()) {
      // Detached like the service does; memory for the rest is not spent.
      detach(Refusal.MESSAGE_TOO_LARGE);
      return;
    }
    byte[] transfer = IncomingTransfer.take(receiver, delivery);
    if (transfer == null) {
      return;
    }
    try {
      send(delivery, context.parser().parse(transfer, delivery.getMessageFormat()));
    } catch (MalformedMessageException e) {
      refuse(
          delivery,
          context
              .errors()
              .of(Condition.INVALID_FIELD, String.valueOf(e.getMessage()), target.name()));
    }
    IncomingCredit.topUp(receiver);
  }

  @Override
  public boolean mayIdleOut() {
    return true;
  }

  /** From now on it accepts messages and stores none, while the broker lies so. */
  void drop() {
    drops = true;
  }

  @Override
  public AmqpConnection connection() {
    return faults.connection();
  }

  @Override
  public void detached(Refusal why) {
    ended = why;
    context.turn().hasNews(this);
  }

  @Override
  public void actOnNews() {
    if (ended != null) {
      detach(ended);
    }
  }

  @Override
  public void gone() {
    ended = null;
    target.unlink(this);
  }

  private void detach(Refusal why) {
    connection().detach(receiver, context.errors().of(why, target.name(), ""));
  }

  @Override
  public boolean serves(Target wanted) {
    return wanted.session() == null && wanted.holds(target.name(), null);
  }

  private void send(Delivery delivery, List<EncodedMessage> messages) {
    if (drops && context.faults().lies(BrokerLie.IDLE_SENDS_DROPPED)) {
      answer(delivery, Accepted.getInstance());
      return;
    }
    String session = messages.isEmpty() ? null : messages.get(0).sessionId();
    Optional<Effect> struck = faults.before(Operation.SEND, session);
    if (struck.isEmpty()) {
      SendResult result = target.send(messages);
      if (result instanceof SendResult.Refused refused) {
        refuse(delivery, context.errors().of(refused.refusal(), target.name(), ""));
        return;
      }
      struck = faults.after(Operation.SEND, session);
    }
    struck.ifPresentOrElse(
        effect -> faults.suffer(effect, error -> refuse(delivery, error)),
        () -> answer(delivery, Accepted.getInstance()));
  }

  private static void refuse(Delivery delivery, AmqpError error) {
    answer(delivery, Outcomes.rejected(error));
  }

  private static void answer(Delivery delivery, DeliveryState state) {
    if (!delivery.remotelySettled()) {
      delivery.disposition(state);
    }
    delivery.settle();
  }
}

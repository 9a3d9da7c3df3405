package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Refusal;
import io.twinbus.local.servicebus.broker.SendResult;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import java.util.List;
import java.util.Optional;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;

/**
 * A link on which a client sends to an entity; each transfer is settled with the broker's answer.
 */
final class ProducerLink implements LinkEnd {
  private final ServerContext context;
  private final Receiver receiver;
  private final MessageQueue queue;
  private final LinkFaults faults;

  ProducerLink(
      ServerContext context, AmqpConnection connection, Receiver receiver, MessageQueue queue) {
    this.context = context;
    this.faults = new LinkFaults(context, connection, receiver, queue.name());
    this.receiver = receiver;
    this.queue = queue;
  }

  @Override
  public void delivery(Delivery delivery) {
    if (delivery.pending() > queue.settings().maxMessageSizeBytes()) {
      // Detached like the service does; memory for the rest is not spent.
      AmqpError error = context.errors().of(Refusal.MESSAGE_TOO_LARGE, queue.name(), "");
      receiver.setCondition(error.onTheWire());
      receiver.close();
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
              .of(Condition.INVALID_FIELD, String.valueOf(e.getMessage()), queue.name()));
    }
    IncomingCredit.topUp(receiver);
  }

  @Override
  public boolean serves(Target target) {
    return target.session() == null && target.holds(queue.name(), null);
  }

  private void send(Delivery delivery, List<EncodedMessage> messages) {
    String session = messages.isEmpty() ? null : messages.get(0).sessionId();
    Optional<Effect> struck = faults.before(Operation.SEND, session);
    if (struck.isEmpty()) {
      SendResult result = queue.send(messages);
      if (result instanceof SendResult.Refused refused) {
        refuse(delivery, context.errors().of(refused.refusal(), queue.name(), ""));
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

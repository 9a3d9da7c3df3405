package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Refusal;
import io.twinbus.local.servicebus.broker.SendResult;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Rejected;
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

  ProducerLink(ServerContext context, Receiver receiver, MessageQueue queue) {
    this.context = context;
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
    DeliveryState answer = send(transfer, delivery.getMessageFormat());
    if (!delivery.remotelySettled()) {
      delivery.disposition(answer);
    }
    delivery.settle();
    IncomingCredit.topUp(receiver);
  }

  private DeliveryState send(byte[] transfer, int messageFormat) {
    try {
      SendResult result = queue.send(context.parser().parse(transfer, messageFormat));
      return result instanceof SendResult.Refused refused
          ? rejected(context.errors().of(refused.refusal(), queue.name(), ""))
          : Accepted.getInstance();
    } catch (MalformedMessageException e) {
      return rejected(
          context
              .errors()
              .of(Condition.INVALID_FIELD, String.valueOf(e.getMessage()), queue.name()));
    }
  }

  private static Rejected rejected(AmqpError error) {
    Rejected rejected = new Rejected();
    rejected.setError(error.onTheWire());
    return rejected;
  }
}

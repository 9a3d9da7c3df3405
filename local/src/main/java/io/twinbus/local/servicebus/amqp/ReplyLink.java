package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.encoding.Codec;
import java.nio.ByteBuffer;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;

/** The link on which a client gets the replies to its requests; they are sent settled. */
final class ReplyLink implements LinkEnd {
  private final AmqpConnection connection;
  private final Sender sender;
  private final ReplyLinks all;
  private long sent;

  ReplyLink(AmqpConnection connection, Sender sender, ReplyLinks all) {
    this.connection = connection;
    this.sender = sender;
    this.all = all;
    all.add(sender.getName(), this);
    if (sender.getRemoteTarget() instanceof Target target) {
      all.add(target.getAddress(), this);
    }
  }

  void send(Codec.Encoded reply) {
    Delivery delivery = sender.delivery(ByteBuffer.allocate(8).putLong(++sent).array());
    sender.send(reply.array(), 0, reply.length());
    delivery.settle();
    sender.advance();
    connection.hasOutput();
  }

  @Override
  public void gone() {
    all.remove(this);
  }
}

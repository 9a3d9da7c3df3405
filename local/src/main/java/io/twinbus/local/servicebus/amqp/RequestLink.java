package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link on which a client sends requests to a node; the replies take another link. */
final class RequestLink implements LinkEnd {
  private static final Logger LOG = LoggerFactory.getLogger(RequestLink.class);

  private final ServerContext context;
  private final Receiver receiver;
  private final ReplyLinks replies;
  private final RequestNode node;

  RequestLink(ServerContext context, Receiver receiver, ReplyLinks replies, RequestNode node) {
    this.context = context;
    this.receiver = receiver;
    this.replies = replies;
    this.node = node;
  }

  @Override
  public void delivery(Delivery delivery) {
    byte[] transfer = IncomingTransfer.take(receiver, delivery);
    if (transfer == null) {
      return;
    }
    delivery.disposition(Accepted.getInstance());
    delivery.settle();
    IncomingCredit.topUp(receiver);
    try {
      answer(Codec.decode(transfer));
    } catch (MalformedMessageException e) {
      LOG.debug("A request that is no message is left without a reply.", e);
    }
  }

  private void answer(Message request) {
    ReplyLink reply = replies.find(request.getReplyTo());
    if (reply == null) {
      LOG.debug("A request names no reply link of its connection; it is left without a reply.");
      return;
    }
    reply.send(context.codec().encode(node.answer(request).to(request)));
  }
}

package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.servicebus.amqp.encoding.Codec;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.LinkedClient;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.faults.Effect;
import java.util.Optional;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link on which a client sends requests to a node; the replies take another link. */
final class RequestLink implements LinkEnd, LinkedClient, NewsReader {
  private static final Logger LOG = LoggerFactory.getLogger(RequestLink.class);

  private final ServerContext context;
  private final Receiver receiver;
  private final ReplyLinks replies;
  private final RequestNode node;
  private final LinkFaults faults;
  private @Nullable Refusal ended;

  RequestLink(
      ServerContext context,
      Receiver receiver,
      ReplyLinks replies,
      RequestNode node,
      LinkFaults faults) {
    this.context = context;
    this.receiver = receiver;
    this.replies = replies;
    this.node = node;
    this.faults = faults;
    node.linked(this);
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
      String path = receiver.getRemoteTarget().getAddress();
      connection().detach(receiver, context.errors().of(ended, path, ""));
    }
  }

  @Override
  public void gone() {
    ended = null;
    node.unlinked(this);
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
    Optional<Effect> struck = strike(request, FaultPoint.BEFORE_COMMIT);
    if (struck.isPresent() && struck.get().kind() == Effect.Kind.LOSE_LOCK) {
      node.loseLocks(request);
      struck = Optional.empty();
    }
    Reply answer = null;
    if (struck.isEmpty()) {
      answer = node.answer(request);
      if (answer.error() == null) {
        struck = strike(request, FaultPoint.AFTER_COMMIT);
      }
    }
    if (struck.isPresent()) {
      faults.suffer(struck.get(), error -> send(reply, Reply.failed(error), request));
    } else if (answer != null) {
      send(reply, answer, request);
    }
  }

  private Optional<Effect> strike(Message request, FaultPoint point) {
    if (!faults.armed()) {
      return Optional.empty();
    }
    return node.occasion(request)
        .flatMap(
            occasion ->
                point == FaultPoint.BEFORE_COMMIT
                    ? faults.before(occasion.operation(), occasion.session())
                    : faults.after(occasion.operation(), occasion.session()));
  }

  private void send(ReplyLink to, Reply reply, Message request) {
    to.send(context.codec().encode(reply.to(request)));
  }
}

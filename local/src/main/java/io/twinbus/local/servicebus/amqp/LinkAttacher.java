package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.access.Permits;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.SendTarget;
import io.twinbus.local.servicebus.broker.Topic;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.messaging.Terminus;
import org.apache.qpid.proton.amqp.transaction.Coordinator;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** Decides what stands behind a link that a client attaches, by its address and direction. */
final class LinkAttacher {
  private static final String TOKENS = "$cbs";
  private static final String MANAGEMENT_SUFFIX = "/$management";
  private static final Symbol TRANSFER_DESTINATION =
      Symbol.valueOf("com.microsoft:transfer-destination-address");
  private static final Symbol BROWSING = Symbol.valueOf("copy");
  private static final long MAX_REQUEST_BYTES = 4L * 1024 * 1024;

  private final ServerContext context;
  private final AmqpConnection connection;
  private final ReplyLinks replies = new ReplyLinks();
  private final ConsumerLinks consumers = new ConsumerLinks();
  private final Permits permits;

  LinkAttacher(ServerContext context, AmqpConnection connection, Permits permits) {
    this.context = context;
    this.connection = connection;
    this.permits = permits;
  }

  void attach(Link link) {
    link.setSenderSettleMode(link.getRemoteSenderSettleMode());
    link.setReceiverSettleMode(link.getRemoteReceiverSettleMode());
    if (struckByFault(link)) {
      return;
    }
    if (!authorized(link)) {
      refuse(link, unauthorized(link));
      return;
    }
    if (link instanceof Receiver receiver) {
      attachIncoming(receiver);
    } else if (link instanceof Sender sender) {
      attachOutgoing(sender);
    }
  }

  /**
   * Whether the tokens of this connection open what the link is for, now. To a management node
   * anyone may be linked: its requests need the claim.
   */
  boolean authorized(Link link) {
    String address = normal(address(link));
    return address.isEmpty()
        || address.equals(TOKENS)
        || address.endsWith(MANAGEMENT_SUFFIX)
        || permits.allow(address);
  }

  /** Whether it is one of the links over which the client brings tokens. */
  boolean isForTokens(Link link) {
    return normal(address(link)).equals(TOKENS);
  }

  AmqpError unauthorized(Link link) {
    String claim = link instanceof Receiver ? "Send" : "Listen";
    return context.errors().unauthorized(claim, normal(address(link)));
  }

  private boolean struckByFault(Link link) {
    String address = normal(address(link));
    if (address.isEmpty() || address.equals(TOKENS)) {
      return false;
    }
    String entity =
        address.endsWith(MANAGEMENT_SUFFIX) ? without(address, MANAGEMENT_SUFFIX) : address;
    LinkFaults faults = new LinkFaults(context, connection, link, entity);
    Optional<Effect> struck = faults.before(Operation.ATTACH, null);
    struck.ifPresent(effect -> faults.suffer(effect, error -> refuse(link, error)));
    return struck.isPresent();
  }

  private static @Nullable String address(Link link) {
    if (link instanceof Receiver) {
      return link.getRemoteTarget() instanceof Target target ? target.getAddress() : null;
    }
    return link.getRemoteSource() instanceof Source source ? source.getAddress() : null;
  }

  private void attachIncoming(Receiver receiver) {
    if (receiver.getRemoteTarget() instanceof Coordinator) {
      refuse(receiver, missing(MissingFeature.TRANSACTIONS, "coordinator"));
      return;
    }
    if (!(receiver.getRemoteTarget() instanceof Target target) || target.getAddress() == null) {
      refuse(
          receiver, withoutAddress(receiver.getRemoteTarget(), "A sender needs a target address."));
      return;
    }
    String address = normal(target.getAddress());
    if (address.equals(TOKENS)) {
      open(receiver, request(receiver, new TokenNode(context, permits), null), MAX_REQUEST_BYTES);
      return;
    }
    if (address.endsWith(MANAGEMENT_SUFFIX)) {
      attachRequester(receiver, without(address, MANAGEMENT_SUFFIX));
    } else {
      attachProducer(receiver, address);
    }
  }

  private void attachRequester(Receiver receiver, String path) {
    Optional<ManagementNode> node =
        context
            .namespace()
            .find(path)
            .map(queue -> ManagementNode.of(context, path, queue, consumers))
            .or(() -> context.namespace().topic(path).map(t -> ManagementNode.of(context, t)));
    if (node.isEmpty()) {
      refuse(receiver, context.errors().entityNotFound(path));
      return;
    }
    RequestNode claimed = new ClaimedNode(node.get(), permits, path, context.errors());
    open(receiver, request(receiver, claimed, node.get().entity()), MAX_REQUEST_BYTES);
  }

  private void attachProducer(Receiver receiver, String path) {
    Optional<SendTarget> target = context.namespace().target(path);
    if (target.isEmpty()) {
      refuse(
          receiver,
          context.namespace().find(path).isEmpty()
              ? context.errors().entityNotFound(path)
              : notAllowed("Nothing can be sent to a subscription or a dead-letter queue.", path));
      return;
    }
    Optional<String> mismatch =
        (target.get() instanceof Topic ? EntityKind.TOPIC : EntityKind.QUEUE).whyNotFor(receiver);
    if (mismatch.isPresent()) {
      refuse(receiver, notAllowed(mismatch.get(), path));
      return;
    }
    if (transfersElsewhere(receiver)) {
      refuse(receiver, missing(MissingFeature.SEND_VIA, path));
      return;
    }
    ProducerLink link = new ProducerLink(context, connection, receiver, target.get());
    Optional<Refusal> refusal = target.get().linkProducer(link);
    if (refusal.isPresent()) {
      refuse(receiver, context.errors().of(refusal.get(), target.get().name(), ""));
    } else {
      open(receiver, link, target.get().maxMessageSizeBytes());
    }
  }

  private RequestLink request(Receiver receiver, RequestNode node, @Nullable String entity) {
    LinkFaults faults = new LinkFaults(context, connection, receiver, entity);
    return new RequestLink(context, receiver, replies, node, faults);
  }

  private void attachOutgoing(Sender sender) {
    if (!(sender.getRemoteSource() instanceof Source source) || source.getAddress() == null) {
      refuse(
          sender, withoutAddress(sender.getRemoteSource(), "A receiver needs a source address."));
      return;
    }
    String address = normal(source.getAddress());
    if (address.equals(TOKENS) || address.endsWith(MANAGEMENT_SUFFIX)) {
      ReplyLink reply = new ReplyLink(connection, sender, replies);
      sender.setSource(sender.getRemoteSource());
      sender.setTarget(sender.getRemoteTarget());
      connection.opened(sender, reply);
      sender.open();
      return;
    }
    Optional<MessageQueue> queue = context.namespace().find(address);
    if (queue.isEmpty()) {
      refuse(
          sender,
          context.namespace().topic(address).isEmpty()
              ? context.errors().entityNotFound(address)
              : notAllowed("A topic's messages are received from its subscriptions.", address));
      return;
    }
    Optional<AmqpError> misfit = misfit(sender, source, address);
    if (misfit.isPresent()) {
      refuse(sender, misfit.get());
      return;
    }
    ConsumerLink link = new ConsumerLink(context, connection, sender, queue.get(), consumers);
    connection.opened(sender, link);
    link.attach(SessionRequest.of(sender, source));
  }

  /** What a receiver asks for that this entity is not, or that no entity here has. */
  private Optional<AmqpError> misfit(Sender sender, Source source, String address) {
    if (BROWSING.equals(source.getDistributionMode())) {
      return Optional.of(missing(MissingFeature.BROWSERS, address));
    }
    if (SessionRequest.hasUnknownFilter(source)) {
      return Optional.of(missing(MissingFeature.SELECTORS, address));
    }
    return EntityKind.ofKeeper(address)
        .whyNotFor(sender)
        .map(sentence -> notAllowed(sentence, address));
  }

  private void open(Receiver receiver, LinkEnd end, long maxMessageBytes) {
    receiver.setSource(receiver.getRemoteSource());
    receiver.setTarget(receiver.getRemoteTarget());
    receiver.setMaxMessageSize(UnsignedLong.valueOf(maxMessageBytes));
    connection.opened(receiver, end);
    receiver.open();
    receiver.flow(IncomingCredit.FULL);
  }

  /** Answers an attach with an error: an empty terminus says that the link will be detached. */
  static void refuse(Link link, AmqpError error) {
    link.setSource(link instanceof Sender ? null : link.getRemoteSource());
    link.setTarget(link instanceof Sender ? link.getRemoteTarget() : null);
    link.open();
    link.setCondition(error.onTheWire());
    link.close();
  }

  private AmqpError notAllowed(String sentence, String path) {
    return context.errors().of(Condition.NOT_ALLOWED, sentence, path);
  }

  private AmqpError missing(MissingFeature feature, String path) {
    return context.errors().of(Condition.NOT_IMPLEMENTED, feature.sentence(), path);
  }

  private AmqpError withoutAddress(@Nullable Object terminus, String sentence) {
    return terminus instanceof Terminus asked && asked.getDynamic()
        ? missing(MissingFeature.TEMPORARY_QUEUES, "")
        : context.errors().of(Condition.INVALID_FIELD, sentence, "");
  }

  private static boolean transfersElsewhere(Link link) {
    Map<Symbol, Object> properties = link.getRemoteProperties();
    return properties != null && properties.containsKey(TRANSFER_DESTINATION);
  }

  private static String normal(@Nullable String address) {
    String lower = address == null ? "" : address.toLowerCase(Locale.ROOT);
    return lower.startsWith("/") ? lower.substring(1) : lower;
  }

  private static String without(String address, String suffix) {
    return address.substring(0, address.length() - suffix.length());
  }
}

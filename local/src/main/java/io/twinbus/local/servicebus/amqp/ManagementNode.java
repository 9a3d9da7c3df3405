package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.amqp.encoding.MalformedMessageException;
import io.twinbus.local.servicebus.broker.Calamities;
import io.twinbus.local.servicebus.broker.LinkedClient;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.SendTarget;
import io.twinbus.local.servicebus.broker.Topic;
import io.twinbus.local.servicebus.faults.Occasion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code $management} node of an entity: finds the operation that a request names. */
final class ManagementNode implements RequestNode {
  static final String PREFIX = "com.microsoft:";

  private static final Logger LOG = LoggerFactory.getLogger(ManagementNode.class);

  /** One operation of the node. */
  interface Operation {
    Reply run(ManagementRequest request) throws InvalidRequestException, MalformedMessageException;
  }

  private final ServerContext context;
  private final SendTarget entity;
  // Null where there are no locks to lose.
  private final @Nullable Calamities calamities;
  private final ConsumerLinks links;
  private final Map<String, Operation> operations = new HashMap<>();

  private ManagementNode(
      ServerContext context,
      SendTarget entity,
      @Nullable Calamities calamities,
      ConsumerLinks links) {
    this.links = links;
    this.context = context;
    this.entity = entity;
    this.calamities = calamities;
    var scheduling = new ScheduleOperations(context, entity);
    operations.put("schedule-message", scheduling::schedule);
    operations.put("cancel-scheduled-message", scheduling::cancel);
  }

  /** The node of a topic, which has no messages to look at. */
  static ManagementNode of(ServerContext context, Topic topic) {
    return new ManagementNode(context, topic, null, new ConsumerLinks());
  }

  /** The node of an entity that keeps messages, under its path in lower case. */
  static ManagementNode of(
      ServerContext context, String path, MessageQueue queue, ConsumerLinks links) {
    ManagementNode node = new ManagementNode(context, queue, queue.calamities(), links);
    node.addReceiving(queue);
    if (queue.deadLetters() != null && EntityKind.ofKeeper(path) == EntityKind.SUBSCRIPTION) {
      node.addRules(path);
    }
    return node;
  }

  private void addRules(String path) {
    var rules = new RuleOperations(context, path);
    operations.put("add-rule", rules::add);
    operations.put("remove-rule", rules::remove);
    operations.put("enumerate-rules", rules::list);
  }

  private void addReceiving(MessageQueue queue) {
    var sessions = new SessionOperations(context, queue, links);
    operations.put("renew-session-lock", sessions::renewLock);
    operations.put("get-session-state", sessions::getState);
    operations.put("set-session-state", sessions::setState);
    operations.put("get-message-sessions", sessions::list);
    var messages = new MessageOperations(context, queue);
    operations.put("peek-message", messages::peek);
    operations.put("receive-by-sequence-number", messages::receiveDeferred);
    operations.put("renew-lock", messages::renewLocks);
    operations.put("update-disposition", messages::settle);
  }

  /** The name of the entity that it is a node of. */
  String entity() {
    return entity.name();
  }

  @Override
  public void linked(LinkedClient client) {
    entity.linkRequester(client);
  }

  @Override
  public void unlinked(LinkedClient client) {
    entity.unlink(client);
  }

  @Override
  public Reply answer(Message message) {
    ManagementRequest request = new ManagementRequest(message);
    String link = request.associatedLink();
    if (link != null) {
      // As on Azure: a receiver that renews its lock over its link does not idle.
      links.used(link);
    }
    String name = request.operation();
    Operation operation =
        name.startsWith(PREFIX) ? operations.get(name.substring(PREFIX.length())) : null;
    if (operation == null) {
      return failed(Condition.NOT_IMPLEMENTED, "This endpoint has no operation '" + name + "'.");
    }
    try {
      return operation.run(request);
    } catch (InvalidRequestException | MalformedMessageException e) {
      return failed(Condition.ARGUMENT_ERROR, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Optional<Occasion> occasion(Message message) {
    ManagementRequest request = new ManagementRequest(message);
    return RequestOperations.of(request)
        .map(operation -> new Occasion(operation, entity.name(), request.text("session-id")));
  }

  @Override
  public void loseLocks(Message message) {
    ManagementRequest request = new ManagementRequest(message);
    if (calamities == null) {
      return;
    }
    String session = request.text("session-id");
    if (session != null) {
      calamities.loseLocks(session);
      return;
    }
    try {
      request.tokens("lock-tokens").forEach(calamities::loseLock);
    } catch (InvalidRequestException e) {
      // A request without valid tokens holds no locks; it is refused when it is carried out.
      LOG.debug("There is no lock to lose.", e);
    }
  }

  private Reply failed(Condition condition, String sentence) {
    return Reply.failed(context.errors().of(condition, sentence, entity.name()));
  }
}

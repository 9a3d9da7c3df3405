package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.faults.Occasion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.message.Message;
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
  private final MessageQueue queue;
  private final Map<String, Operation> operations = new HashMap<>();

  ManagementNode(ServerContext context, MessageQueue queue, ConsumerLinks links) {
    this.context = context;
    this.queue = queue;
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
    var scheduling = new ScheduleOperations(context, queue);
    operations.put("schedule-message", scheduling::schedule);
    operations.put("cancel-scheduled-message", scheduling::cancel);
  }

  @Override
  public Reply answer(Message message) {
    ManagementRequest request = new ManagementRequest(message);
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
        .map(operation -> new Occasion(operation, queue.name(), request.text("session-id")));
  }

  @Override
  public void loseLocks(Message message) {
    ManagementRequest request = new ManagementRequest(message);
    String session = request.text("session-id");
    if (session != null) {
      queue.calamities().loseLocks(session);
      return;
    }
    try {
      request.tokens("lock-tokens").forEach(queue.calamities()::loseLock);
    } catch (InvalidRequestException e) {
      // A request without valid tokens holds no locks; it is refused when it is carried out.
      LOG.debug("There is no lock to lose.", e);
    }
  }

  private Reply failed(Condition condition, String sentence) {
    return Reply.failed(context.errors().of(condition, sentence, queue.name()));
  }
}

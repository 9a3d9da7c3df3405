package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.broker.MessageQueue;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.message.Message;

/** The {@code $management} node of an entity: finds the operation that a request names. */
final class ManagementNode implements RequestNode {
  private static final String PREFIX = "com.microsoft:";

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

  private Reply failed(Condition condition, String sentence) {
    return Reply.failed(context.errors().of(condition, sentence, queue.name()));
  }
}

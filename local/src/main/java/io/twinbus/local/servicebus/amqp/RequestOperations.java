package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.faults.Operation;
import java.util.Map;
import java.util.Optional;

/** What management requests do, in the words by which faults and counters name it. */
final class RequestOperations {
  private static final Map<String, Operation> BY_NAME =
      Map.of(
          "renew-session-lock", Operation.RENEW_LOCK,
          "renew-lock", Operation.RENEW_LOCK,
          "get-session-state", Operation.STATE,
          "set-session-state", Operation.STATE,
          "get-message-sessions", Operation.LIST_SESSIONS,
          "peek-message", Operation.PEEK,
          "receive-by-sequence-number", Operation.RECEIVE_DEFERRED,
          "schedule-message", Operation.SCHEDULE,
          "cancel-scheduled-message", Operation.CANCEL);
  private static final Map<String, Operation> BY_DISPOSITION =
      Map.of(
          "completed", Operation.COMPLETE,
          "abandoned", Operation.ABANDON,
          "defered", Operation.DEFER,
          "deferred", Operation.DEFER,
          "suspended", Operation.DEAD_LETTER);

  private RequestOperations() {}

  static Optional<Operation> of(ManagementRequest request) {
    String name = request.operation();
    if (!name.startsWith(ManagementNode.PREFIX)) {
      return Optional.empty();
    }
    String bare = name.substring(ManagementNode.PREFIX.length());
    if (!bare.equals("update-disposition")) {
      return Optional.ofNullable(BY_NAME.get(bare));
    }
    String status = request.text("disposition-status");
    return status == null ? Optional.empty() : Optional.ofNullable(BY_DISPOSITION.get(status));
  }
}

package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import com.azure.messaging.servicebus.models.SubQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks at everything that a region holds, without changing it. */
final class Inspection {
  private static final int PAGE = 200;
  private static final int MAX_PAGES = 2_000;

  private Inspection() {}

  /** Where each message is, by id. */
  static Map<String, List<MessagePlace>> messages(RawClients clients) {
    Map<String, List<MessagePlace>> found = new HashMap<>();
    look(clients, SubQueue.NONE, found);
    look(clients, SubQueue.DEAD_LETTER_QUEUE, found);
    return found;
  }

  /** The state of a session; empty: none. */
  static String state(ServiceBusSessionReceiverClient sessions, String session) {
    try (ServiceBusReceiverClient receiver = sessions.acceptSession(session)) {
      byte[] state = receiver.getSessionState();
      return state == null ? "" : new String(state, StandardCharsets.UTF_8);
    }
  }

  private static void look(RawClients clients, SubQueue queue, Map<String, List<MessagePlace>> found) {
    try (ServiceBusReceiverClient looker = clients.looker(queue)) {
      long from = 0;
      for (int page = 0; page < MAX_PAGES; page++) {
        List<ServiceBusReceivedMessage> messages =
            looker.peekMessages(PAGE, from).stream().toList();
        if (messages.isEmpty()) {
          return;
        }
        for (ServiceBusReceivedMessage message : messages) {
          found
              .computeIfAbsent(message.getMessageId(), absent -> new ArrayList<>())
              .add(place(queue, message));
          from = message.getSequenceNumber() + 1;
        }
      }
      throw new IllegalStateException("A queue has more messages than anybody sent.");
    }
  }

  private static MessagePlace place(SubQueue queue, ServiceBusReceivedMessage message) {
    if (queue == SubQueue.DEAD_LETTER_QUEUE) {
      return MessagePlace.DEAD;
    }
    ServiceBusMessageState state = message.getState();
    if (state == ServiceBusMessageState.DEFERRED) {
      return MessagePlace.DEFERRED;
    }
    return state == ServiceBusMessageState.SCHEDULED ? MessagePlace.SCHEDULED : MessagePlace.ACTIVE;
  }
}

package io.twinbus.receiver.integration;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Messages as a Twinbus sender writes them, sent by the plain SDK. */
final class Sent {

  private Sent() {}

  /** Message {@code seq} of {@code session}, of a stream with the same name. */
  static ServiceBusMessage message(String session, long seq, String home) {
    return message(session, seq, home, 0);
  }

  /** The same, with a body of {@code bytes} bytes or a few more. */
  static ServiceBusMessage message(String session, long seq, String home, int bytes) {
    SessionId id = new SessionId(session);
    MessageId messageId = new MessageId(session + "-" + seq);
    ServiceBusMessage message =
        new ServiceBusMessage(session + " " + seq + " ".repeat(bytes))
            .setMessageId(messageId.wire())
            .setSessionId(id.wire());
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(new StreamId("stream-" + id.wire().hashCode()), seq, seq - 1),
            seq == 1 ? null : Instant.now(),
            new RegionName(home),
            Instant.now(),
            null);
    message.getApplicationProperties().putAll(headers.toProperties());
    if (id.isHashed()) {
      message.getApplicationProperties().put(Headers.SESSION, session);
    }
    if (messageId.isHashed()) {
      message.getApplicationProperties().put(Headers.MESSAGE, messageId.value());
    }
    return message;
  }

  /** Messages {@code 1} to {@code count} of {@code session}. */
  static List<ServiceBusMessage> messages(String session, int count, String home) {
    List<ServiceBusMessage> messages = new ArrayList<>();
    for (int seq = 1; seq <= count; seq++) {
      messages.add(message(session, seq, home));
    }
    return messages;
  }

  /** Sends them in their order. */
  static void send(String connectionString, List<ServiceBusMessage> messages) {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName("orders")
            .buildClient()) {
      for (int from = 0; from < messages.size(); from += 100) {
        sender.sendMessages(messages.subList(from, Math.min(from + 100, messages.size())));
      }
    }
  }
}

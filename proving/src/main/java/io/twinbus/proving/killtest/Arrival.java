package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;

/**
 * A copy that a region holds.
 *
 * @param id the message's id
 * @param session its session
 * @param position its place
 */
record Arrival(String id, String session, Position position) {

  static Arrival of(ServiceBusReceivedMessage message) {
    if (SequencedHeaders.parse(message.getApplicationProperties())
        instanceof ParsedHeaders.Sequenced sequenced) {
      return new Arrival(
          message.getMessageId(), message.getSessionId(), sequenced.headers().position());
    }
    throw new IllegalStateException(
        "Message " + message.getMessageId() + " has no headers of the product.");
  }

  String place() {
    return session + "/" + position.stream() + "/" + position.seq();
  }
}

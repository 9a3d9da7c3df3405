package io.twinbus.ops.integration;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.time.Instant;

/** Messages with headers, as a sender of one stream writes them. */
final class SentMessage {

  private SentMessage() {}

  static ServiceBusMessage of(String session, long seq) {
    return of(session, seq, Instant.now());
  }

  static ServiceBusMessage of(String session, long seq, Instant sentAt) {
    return of(session, seq, sentAt, session + " " + seq);
  }

  static ServiceBusMessage of(String session, long seq, Instant sentAt, String body) {
    ServiceBusMessage message =
        new ServiceBusMessage(body).setMessageId(session + "-" + seq).setSessionId(session);
    message
        .getApplicationProperties()
        .putAll(
            new SequencedHeaders(
                    new Position(new StreamId("web-1"), seq, seq - 1),
                    seq == 1 ? null : sentAt,
                    new RegionName("east"),
                    sentAt,
                    null)
                .toProperties());
    return message;
  }
}

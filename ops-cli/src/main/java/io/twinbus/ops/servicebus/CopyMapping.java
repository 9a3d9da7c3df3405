package io.twinbus.ops.servicebus;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a message of the SDK becomes a {@link QueuedCopy}. */
final class CopyMapping {

  private CopyMapping() {}

  static QueuedCopy map(RegionName region, boolean isDead, ServiceBusReceivedMessage message) {
    Map<String, Object> properties = message.getApplicationProperties();
    return new QueuedCopy(
        region,
        isDead ? QueuedCopy.Place.DEAD_LETTER : place(message),
        new QueuedCopy.Names(
            original(properties, Headers.SESSION, message.getSessionId()),
            original(properties, Headers.MESSAGE, message.getMessageId())),
        SequencedHeaders.parse(properties),
        new QueuedCopy.BrokerFacts(
            message.getSequenceNumber(),
            Objects.requireNonNullElse(instant(message.getEnqueuedTime()), Instant.EPOCH),
            instant(message.getScheduledEnqueueTime()),
            message.getDeliveryCount()),
        isDead
            ? new QueuedCopy.DeadLetter(
                Objects.requireNonNullElse(message.getDeadLetterReason(), ""),
                Objects.requireNonNullElse(message.getDeadLetterErrorDescription(), ""))
            : null);
  }

  static QueuedBody body(ServiceBusReceivedMessage message) {
    return new QueuedBody(
        bytes(message.getRawAmqpMessage().getBody()),
        Objects.requireNonNullElse(message.getContentType(), ""));
  }

  /** How large the body is, in bytes or, of a text, in characters. */
  static long bodyBytes(ServiceBusReceivedMessage message) {
    AmqpMessageBody body = message.getRawAmqpMessage().getBody();
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return body.getFirstData().length;
    }
    return body.getBodyType() == AmqpMessageBodyType.VALUE && body.getValue() instanceof String text
        ? text.length()
        : 0;
  }

  /** As receivers read it; what they dead-letter as unreadable is empty here. */
  private static Body bytes(AmqpMessageBody body) {
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return Body.wrap(body.getFirstData());
    }
    return body.getBodyType() == AmqpMessageBodyType.VALUE && body.getValue() instanceof String text
        ? Body.ofUtf8(text)
        : Body.empty();
  }

  private static QueuedCopy.Place place(ServiceBusReceivedMessage message) {
    ServiceBusMessageState state = message.getState();
    if (ServiceBusMessageState.SCHEDULED.equals(state)) {
      return QueuedCopy.Place.SCHEDULED;
    }
    return ServiceBusMessageState.DEFERRED.equals(state)
        ? QueuedCopy.Place.DEFERRED
        : QueuedCopy.Place.ACTIVE;
  }

  private static String original(
      Map<String, Object> properties, String header, @Nullable String wire) {
    return properties.get(header) instanceof String text
        ? text
        : Objects.requireNonNullElse(wire, "");
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}

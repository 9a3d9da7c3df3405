package io.twinbus.receiver.servicebus;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a message of the SDK becomes a {@link Delivery}; it never fails, whatever was sent. */
final class DeliveryMapping {

  private DeliveryMapping() {}

  /**
   * The delivery of {@code received}, a copy of session {@code session}. What is larger than {@code
   * bounds} allow is left out, and the copy is malformed.
   */
  static Delivery map(
      SessionId session, ServiceBusReceivedMessage received, DeliveryBounds bounds) {
    Map<String, Object> properties = received.getApplicationProperties();
    Optional<String> tooMany = DeliveryBounds.mistake(properties);
    if (tooMany.isPresent()) {
      properties = Map.of();
    }
    ParsedHeaders headers =
        tooMany
            .<ParsedHeaders>map(ParsedHeaders.Malformed::new)
            .orElse(SequencedHeaders.parse(properties));
    boolean isNamedById =
        headers instanceof ParsedHeaders.Foreign
            || (headers instanceof ParsedHeaders.Replayed replayed
                && replayed.headers().replay().of().isEmpty());
    if (isNamedById && isNameless(received)) {
      headers = new ParsedHeaders.Nameless();
    }
    MessageId id;
    Body body;
    try {
      id = messageId(received, properties);
    } catch (InvalidNameException e) {
      id = placeholder(received);
      // Its own sentence quotes the id, which logs may not have in clear.
      headers =
          new ParsedHeaders.Malformed(
              "The header %s is empty or longer than 1,024 characters.".formatted(Headers.MESSAGE));
    }
    try {
      body = body(received.getRawAmqpMessage().getBody());
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      body = Body.empty();
      headers = new ParsedHeaders.Malformed("The body is neither binary data nor a text.");
    }
    Optional<String> tooLarge = bounds.mistake(body);
    if (tooLarge.isPresent()) {
      body = Body.empty();
      headers = new ParsedHeaders.Malformed(tooLarge.get());
    }
    Message.Envelope envelope =
        new Message.Envelope(
            received.getContentType(),
            received.getSubject(),
            received.getCorrelationId(),
            received.getReplyTo(),
            received.getReplyToSessionId(),
            sentAt(headers, received));
    Message message = new Message(session, id, body, withoutOurs(properties), envelope);
    return new Delivery(received.getSequenceNumber(), headers, message);
  }

  private static @Nullable Instant sentAt(
      ParsedHeaders headers, ServiceBusReceivedMessage received) {
    if (headers instanceof ParsedHeaders.Sequenced sequenced) {
      return sequenced.headers().sentAt();
    }
    if (headers instanceof ParsedHeaders.Replayed replayed) {
      return replayed.headers().sentAt();
    }
    OffsetDateTime enqueued = received.getEnqueuedTime();
    return enqueued == null ? null : enqueued.toInstant();
  }

  /** The original session id that {@code received} carries, or the broker's own name for it. */
  static SessionId sessionId(String wire, ServiceBusReceivedMessage received) {
    if (received.getApplicationProperties().get(Headers.SESSION) instanceof String original
        && !original.isEmpty()) {
      try {
        SessionId session = new SessionId(original);
        if (session.wire().equals(wire)) {
          return session;
        }
      } catch (InvalidNameException e) {
        return new SessionId(wire);
      }
    }
    return new SessionId(wire);
  }

  private static MessageId messageId(
      ServiceBusReceivedMessage received, Map<String, Object> properties) {
    if (properties.get(Headers.MESSAGE) instanceof String original) {
      return new MessageId(original);
    }
    return isNameless(received) ? placeholder(received) : new MessageId(received.getMessageId());
  }

  private static boolean isNameless(ServiceBusReceivedMessage received) {
    String id = received.getMessageId();
    return id == null || id.isEmpty();
  }

  private static MessageId placeholder(ServiceBusReceivedMessage received) {
    return new MessageId("sequence-" + received.getSequenceNumber());
  }

  private static Body body(AmqpMessageBody body) {
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return Body.wrap(body.getFirstData());
    }
    if (body.getBodyType() == AmqpMessageBodyType.VALUE && body.getValue() instanceof String text) {
      return Body.ofUtf8(text);
    }
    throw new IllegalArgumentException("neither data nor text");
  }

  private static Map<String, Object> withoutOurs(Map<String, Object> properties) {
    Map<String, Object> own = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (value != null && !name.startsWith(Headers.PREFIX)) {
            own.put(name, value);
          }
        });
    return own;
  }
}

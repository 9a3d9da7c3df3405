package io.twinbus.ops.servicebus;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ReplayHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A dead letter that this process holds the broker's lock on. Not thread-safe. */
public final class LockedLetter {

  private final RegionQueue queue;
  private final ServiceBusReceiverClient client;
  private final ServiceBusReceivedMessage message;

  LockedLetter(
      RegionQueue queue, ServiceBusReceiverClient client, ServiceBusReceivedMessage message) {
    this.queue = queue;
    this.client = client;
    this.message = message;
  }

  /** What it is. */
  public QueuedCopy copy() {
    return CopyMapping.map(queue.region(), true, message);
  }

  /** How large its body is, in bytes. */
  public long bodyBytes() {
    return CopyMapping.bodyBytes(message);
  }

  /** What it carries. */
  public QueuedBody body() {
    return CopyMapping.body(message);
  }

  /**
   * Sends it again through {@code target}, with properties and message id as they are.
   *
   * @param headers which replay it is from now on; null leaves all headers as they are
   * @param body what it carries instead; null: what it carries
   * @param due when the broker shows it; null: at once
   * @throws RegionUnreachableException when the broker does not say that it has it
   */
  public void sendAgain(
      RegionQueue target,
      @Nullable ReplayHeaders headers,
      @Nullable Body body,
      @Nullable Instant due) {
    ServiceBusMessage again = body == null ? new ServiceBusMessage(message) : with(body);
    again.setSessionId(message.getSessionId());
    again.setMessageId(message.getMessageId());
    Map<String, Object> properties = again.getApplicationProperties();
    properties.remove("DeadLetterReason");
    properties.remove("DeadLetterErrorDescription");
    if (headers != null) {
      properties.keySet().removeIf(name -> name.startsWith(Headers.PREFIX) && !isName(name));
      properties.putAll(headers.toProperties());
    }
    if (due != null) {
      again.setScheduledEnqueueTime(due.atOffset(ZoneOffset.UTC));
    }
    target.send(again);
  }

  /** The originals of ids that travel as hashes stay. */
  private static boolean isName(String header) {
    return header.equals(Headers.SESSION) || header.equals(Headers.MESSAGE);
  }

  private ServiceBusMessage with(Body body) {
    ServiceBusMessage other =
        new ServiceBusMessage(BinaryData.fromBytes(body.toBytes()))
            .setContentType(message.getContentType())
            .setCorrelationId(message.getCorrelationId())
            .setSubject(message.getSubject())
            .setReplyTo(message.getReplyTo())
            .setReplyToSessionId(message.getReplyToSessionId())
            .setTo(message.getTo());
    other.getApplicationProperties().putAll(message.getApplicationProperties());
    return other;
  }

  /** Removes it. */
  public void complete() {
    queue.asked(
        () -> {
          client.complete(message);
          return true;
        });
  }

  /** Leaves it where it was. */
  public void leave() {
    queue.asked(
        () -> {
          client.abandon(message);
          return true;
        });
  }
}

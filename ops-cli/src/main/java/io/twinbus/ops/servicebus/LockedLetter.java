package io.twinbus.ops.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.SequencedHeaders;
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

  /**
   * Sends it again through {@code target}, with body, properties and message id as they are.
   *
   * @param headers its place in its session from now on; null leaves all headers as they are
   * @param due when the broker shows it; null: at once
   * @throws RegionUnreachableException when the broker does not say that it has it
   */
  public void sendAgain(
      RegionQueue target, @Nullable SequencedHeaders headers, @Nullable Instant due) {
    ServiceBusMessage again = new ServiceBusMessage(message);
    again.setSessionId(message.getSessionId());
    again.setMessageId(message.getMessageId());
    Map<String, Object> properties = again.getApplicationProperties();
    properties.remove("DeadLetterReason");
    properties.remove("DeadLetterErrorDescription");
    if (headers != null) {
      properties.remove(Headers.PREV_AT);
      properties.remove(Headers.EXPIRES_AT);
      properties.putAll(headers.toProperties());
    }
    if (due != null) {
      again.setScheduledEnqueueTime(due.atOffset(ZoneOffset.UTC));
    }
    target.send(again);
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

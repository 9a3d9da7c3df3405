package io.twinbus.proving.bench.product;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/**
 * Puts copies into one region's queue, numbered as a sender numbers them: each session has one
 * stream. A number that is never put is a lost message. For one thread.
 */
public final class NumberedCopies implements AutoCloseable {

  private final ServiceBusSenderClient sender;
  private final RegionName home;
  private final BinaryData body;
  private final String run = UUID.randomUUID().toString();

  /** Copies with bodies of so many bytes, in {@code queue} of the region {@code home}. */
  public NumberedCopies(String connectionString, String queue, RegionName home, int bodyBytes) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildClient();
    this.home = home;
    byte[] bytes = new byte[bodyBytes];
    Arrays.fill(bytes, (byte) 'x');
    this.body = BinaryData.fromBytes(bytes);
  }

  /** Puts the copies {@code first} to {@code last} of the session's stream, in their order. */
  public void put(String session, long first, long last) {
    ServiceBusMessageBatch batch = sender.createMessageBatch();
    for (long seq = first; seq <= last; seq++) {
      ServiceBusMessage copy = copy(session, seq);
      if (!batch.tryAddMessage(copy)) {
        sender.sendMessages(batch);
        batch = sender.createMessageBatch();
        if (!batch.tryAddMessage(copy)) {
          throw new IllegalStateException("The queue takes no copy of that size.");
        }
      }
    }
    if (batch.getCount() > 0) {
      sender.sendMessages(batch);
    }
  }

  private ServiceBusMessage copy(String session, long seq) {
    Instant now = Instant.now();
    StreamId stream =
        new StreamId(
            UUID.nameUUIDFromBytes((run + session).getBytes(StandardCharsets.UTF_8)).toString());
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(stream, seq, seq - 1), seq == 1 ? null : now, home, now, null);
    ServiceBusMessage copy =
        new ServiceBusMessage(body).setMessageId(session + "-" + seq).setSessionId(session);
    copy.getApplicationProperties().putAll(headers.toProperties());
    return copy;
  }

  @Override
  public void close() {
    sender.close();
  }
}

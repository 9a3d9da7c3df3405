package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;

/**
 * Sends to one region in full batches, one after the other: for whoever has all messages in hand
 * before he sends the first one.
 */
public final class BatchSends implements Contender {
  private final ServiceBusSenderClient sender;
  private final Workload workload;
  private final BinaryData body;

  /** Sends {@code workload} a round. */
  public BatchSends(String connectionString, String queue, Workload workload) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildClient();
    this.workload = workload;
    this.body = BinaryData.fromString(workload.body());
  }

  @Override
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    ServiceBusMessageBatch batch = sender.createMessageBatch();
    for (int n = 0; n < workload.messages(); n++) {
      ServiceBusMessage message =
          new ServiceBusMessage(body)
              .setMessageId(workload.id(round, n))
              .setSessionId(workload.session(round, n));
      if (!batch.tryAddMessage(message)) {
        sender.sendMessages(batch);
        batch = sender.createMessageBatch();
        batch.tryAddMessage(message);
      }
    }
    sender.sendMessages(batch);
    return watch.lap(workload.messages());
  }

  @Override
  public void close() {
    sender.close();
  }
}

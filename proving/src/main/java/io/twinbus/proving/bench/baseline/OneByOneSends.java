package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;

/** Sends to one region, each message when the one before has been accepted: in order. */
public final class OneByOneSends implements Contender {
  private final ServiceBusSenderClient sender;
  private final Workload workload;
  private final BinaryData body;

  /** Sends {@code workload} a round. */
  public OneByOneSends(String connectionString, String queue, Workload workload) {
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
    for (int n = 0; n < workload.messages(); n++) {
      sender.sendMessage(
          new ServiceBusMessage(body)
              .setMessageId(workload.id(round, n))
              .setSessionId(workload.session(round, n)));
    }
    return watch.lap(workload.messages());
  }

  @Override
  public void close() {
    sender.close();
  }
}

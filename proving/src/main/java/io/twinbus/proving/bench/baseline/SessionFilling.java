package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.util.ArrayList;
import java.util.List;

/** Fills a queue with a workload, in lists of 100, so that others can receive it. */
public final class SessionFilling implements AutoCloseable {
  private static final int LIST = 100;

  private final ServiceBusSenderClient sender;
  private final Workload workload;
  private final BinaryData body;

  /** Fills {@code queue}. */
  public SessionFilling(String connectionString, String queue, Workload workload) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildClient();
    this.workload = workload;
    this.body = BinaryData.fromString(workload.body());
  }

  /** Sends the messages of a round. */
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    List<ServiceBusMessage> list = new ArrayList<>();
    for (int n = 0; n < workload.messages(); n++) {
      list.add(
          new ServiceBusMessage(body)
              .setMessageId(workload.id(round, n))
              .setSessionId("raw-" + workload.session(round, n)));
      if (list.size() == LIST) {
        sender.sendMessages(list);
        list.clear();
      }
    }
    if (!list.isEmpty()) {
      sender.sendMessages(list);
    }
    return watch.lap(workload.messages());
  }

  @Override
  public void close() {
    sender.close();
  }
}

package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/** Sends lists of 100, a few at a time, each of one session; without an order among the lists. */
public final class ListSends implements Contender {
  private static final int LIST = 100;
  private static final int IN_FLIGHT = 4;

  private final BinaryData body = BinaryData.fromString("x".repeat(Workload.SMALL));
  private final ServiceBusSenderAsyncClient sender;
  private final int messages;

  /** Sends so many messages a round. */
  public ListSends(String connectionString, String queue, int messages) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildAsyncClient();
    this.messages = messages;
  }

  @Override
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    Flux.range(0, messages / LIST)
        .flatMap(list -> sender.sendMessages(list("lists-" + round + "-" + list)), IN_FLIGHT)
        .blockLast(BOUND);
    return watch.lap(messages);
  }

  private List<ServiceBusMessage> list(String session) {
    return IntStream.range(0, LIST)
        .mapToObj(i -> new ServiceBusMessage(body).setMessageId(session + i).setSessionId(session))
        .toList();
  }

  @Override
  public void close() {
    sender.close();
  }
}

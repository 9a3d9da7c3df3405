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

/** Sends one message to each of very many sessions, so that one can see what they take. */
public final class ManySessions implements Contender {
  private static final int LIST = 100;
  private static final int IN_FLIGHT = 4;

  private final BinaryData body = BinaryData.fromString("x".repeat(Workload.SMALL));
  private final ServiceBusSenderAsyncClient sender;
  private final int sessions;

  /** Sends to so many sessions. */
  public ManySessions(String connectionString, String queue, int sessions) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildAsyncClient();
    this.sessions = sessions;
  }

  @Override
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    Flux.range(0, sessions / LIST)
        .flatMap(list -> sender.sendMessages(list("many-" + round + "-" + list + "-")), IN_FLIGHT)
        .blockLast(BOUND);
    return watch.lap(sessions);
  }

  private List<ServiceBusMessage> list(String prefix) {
    return IntStream.range(0, LIST)
        .mapToObj(i -> new ServiceBusMessage(body).setSessionId(prefix + i))
        .toList();
  }

  @Override
  public void close() {
    sender.close();
  }
}

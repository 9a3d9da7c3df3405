package io.twinbus.rehearsal.bench.baseline;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/** Sends one message to each of very many sessions, so that one can see what they take. */
public final class ManySessions implements Baseline {
  private static final int LIST = 100;
  private static final int IN_FLIGHT = 4;

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
  public int run(int round) {
    Flux.range(0, sessions / LIST)
        .flatMap(list -> sender.sendMessages(list("many-" + round + "-" + list + "-")), IN_FLIGHT)
        .blockLast(BOUND);
    return sessions;
  }

  private static List<ServiceBusMessage> list(String prefix) {
    return IntStream.range(0, LIST)
        .mapToObj(i -> new ServiceBusMessage(BODY).setSessionId(prefix + i))
        .toList();
  }

  @Override
  public void close() {
    sender.close();
  }
}

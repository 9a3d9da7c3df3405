package io.twinbus.rehearsal.bench.baseline;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import reactor.core.publisher.Flux;

/** Sends to 64 sessions at once, in each one message after the other. */
public final class OrderedSends implements Baseline {
  private static final int SESSIONS = 64;

  private final ServiceBusSenderAsyncClient sender;
  private final int perSession;

  /** Sends so many messages a round. */
  public OrderedSends(String connectionString, String queue, int messages) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildAsyncClient();
    this.perSession = messages / SESSIONS;
  }

  @Override
  public int run(int round) {
    Flux.range(0, SESSIONS).flatMap(i -> session("ordered-" + i), SESSIONS).blockLast(BOUND);
    return perSession * SESSIONS;
  }

  private Flux<Void> session(String session) {
    return Flux.range(0, perSession)
        .concatMap(i -> sender.sendMessage(new ServiceBusMessage(BODY).setSessionId(session)));
  }

  @Override
  public void close() {
    sender.close();
  }
}

package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import reactor.core.publisher.Flux;

/** Sends to 64 sessions at once, in each one message after the other. */
public final class OrderedSends implements Contender {
  private static final int SESSIONS = 64;

  private final BinaryData body = BinaryData.fromString("x".repeat(Workload.SMALL));
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
  public Lap run(int round) {
    Stopwatch watch = Stopwatch.start();
    Flux.range(0, SESSIONS).flatMap(i -> session("ordered-" + i), SESSIONS).blockLast(BOUND);
    return watch.lap((long) perSession * SESSIONS);
  }

  private Flux<Void> session(String session) {
    return Flux.range(0, perSession)
        .concatMap(i -> sender.sendMessage(new ServiceBusMessage(body).setSessionId(session)));
  }

  @Override
  public void close() {
    sender.close();
  }
}

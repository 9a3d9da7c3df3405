package io.twinbus.rehearsal.bench.baseline;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Receives from 64 sessions with the SDK's processor and completes message by message. */
public final class SessionProcessing implements Baseline {
  private static final int SESSIONS = 64;
  private static final int LIST = 100;

  private final ServiceBusClientBuilder builder;
  private final String queue;
  private final int perSession;

  /** Receives so many messages a round, which it has sent before. */
  public SessionProcessing(String connectionString, String queue, int messages) {
    this.builder = new ServiceBusClientBuilder().connectionString(connectionString);
    this.queue = queue;
    this.perSession = messages / SESSIONS / LIST * LIST;
  }

  @Override
  public void prepare(int round) {
    try (ServiceBusSenderClient sender = builder.sender().queueName(queue).buildClient()) {
      for (int session = 0; session < SESSIONS; session++) {
        String id = "processed-" + round + "-" + session;
        for (int sent = 0; sent < perSession; sent += LIST) {
          sender.sendMessages(list(id));
        }
      }
    }
  }

  @Override
  public int run(int round) {
    CountDownLatch left = new CountDownLatch(perSession * SESSIONS);
    try (ServiceBusProcessorClient processor =
        builder
            .sessionProcessor()
            .queueName(queue)
            .disableAutoComplete()
            .maxConcurrentSessions(SESSIONS)
            .maxConcurrentCalls(1)
            .processMessage(
                context -> {
                  context.complete();
                  left.countDown();
                })
            .processError(context -> {})
            .buildProcessorClient()) {
      processor.start();
      if (!left.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " messages have not been processed.");
      }
      return perSession * SESSIONS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The round was interrupted.", e);
    }
  }

  private static List<ServiceBusMessage> list(String session) {
    return IntStream.range(0, LIST)
        .mapToObj(i -> new ServiceBusMessage(BODY).setSessionId(session))
        .toList();
  }

  @Override
  public void close() {}
}

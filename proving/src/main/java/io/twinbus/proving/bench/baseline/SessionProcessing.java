package io.twinbus.proving.bench.baseline;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSessionProcessorClientBuilder;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessageContext;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Receives with the SDK's session processor, one call a session at a time, and completes message by
 * message. The time begins with the first message, when processor and links stand.
 */
public final class SessionProcessing implements Contender {
  private final ServiceBusClientBuilder builder;
  private final String queue;
  private final Workload workload;
  private final Tuning tuning;
  private final SessionFilling filling;

  /**
   * How the processor is set.
   *
   * @param sessions how many it serves at a time
   * @param prefetch how many messages it takes in advance
   * @param idle after how long without a message it goes on to another session
   */
  public record Tuning(int sessions, int prefetch, Duration idle) {

    /** A processor of {@code queue} that is so set, and has no handlers yet. */
    ServiceBusSessionProcessorClientBuilder of(ServiceBusClientBuilder client, String queue) {
      return client
          .sessionProcessor()
          .queueName(queue)
          .disableAutoComplete()
          .maxConcurrentSessions(sessions)
          .maxConcurrentCalls(1)
          .prefetchCount(prefetch)
          .sessionIdleTimeout(idle);
    }
  }

  /** Receives a workload a round, which it has sent before. */
  public SessionProcessing(
      String connectionString, String queue, Workload workload, Tuning tuning) {
    this.builder = new ServiceBusClientBuilder().connectionString(connectionString);
    this.queue = queue;
    this.workload = workload;
    this.tuning = tuning;
    this.filling = new SessionFilling(connectionString, queue, workload);
  }

  @Override
  public void prepare(int round) {
    filling.run(round);
  }

  @Override
  public Lap run(int round) {
    CountDownLatch left = new CountDownLatch(workload.messages());
    AtomicReference<@Nullable Stopwatch> watch = new AtomicReference<>();
    try (ServiceBusProcessorClient processor = processor(left, watch)) {
      processor.start();
      if (!left.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " messages have not been processed.");
      }
      Stopwatch started = watch.get();
      if (started == null) {
        throw new IllegalStateException("There was nothing to process.");
      }
      return started.lap(workload.messages());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The round was interrupted.", e);
    }
  }

  private ServiceBusProcessorClient processor(
      CountDownLatch left, AtomicReference<@Nullable Stopwatch> watch) {
    return tuning
        .of(builder, queue)
        .processMessage(context -> process(context, left, watch))
        .processError(context -> {})
        .buildProcessorClient();
  }

  private static void process(
      ServiceBusReceivedMessageContext context,
      CountDownLatch left,
      AtomicReference<@Nullable Stopwatch> watch) {
    if (watch.get() == null) {
      watch.compareAndSet(null, Stopwatch.start());
    }
    context.complete();
    left.countDown();
  }

  @Override
  public void close() {
    filling.close();
  }
}

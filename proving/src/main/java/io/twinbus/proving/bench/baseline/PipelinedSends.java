package io.twinbus.proving.bench.baseline;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends to one region, so many messages on their way at a time, as a semaphore lets them. They
 * overtake each other, also within a session.
 */
public final class PipelinedSends implements Contender {
  private final ServiceBusSenderAsyncClient sender;
  private final Workload workload;
  private final int inFlight;
  private final BinaryData body;

  /** Sends {@code workload} a round, {@code inFlight} messages at a time. */
  public PipelinedSends(String connectionString, String queue, Workload workload, int inFlight) {
    this.sender =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildAsyncClient();
    this.workload = workload;
    this.inFlight = inFlight;
    this.body = BinaryData.fromString(workload.body());
  }

  @Override
  public Lap run(int round) {
    Semaphore room = new Semaphore(inFlight);
    AtomicInteger failed = new AtomicInteger();
    Stopwatch watch = Stopwatch.start();
    for (int n = 0; n < workload.messages(); n++) {
      acquire(room, 1);
      ServiceBusMessage message =
          new ServiceBusMessage(body)
              .setMessageId(workload.id(round, n))
              .setSessionId(workload.session(round, n));
      sender
          .sendMessage(message)
          .doFinally(end -> room.release())
          .subscribe(sent -> {}, error -> failed.incrementAndGet());
    }
    acquire(room, inFlight);
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " messages were not accepted.");
    }
    return watch.lap(workload.messages());
  }

  private static void acquire(Semaphore room, int permits) {
    try {
      if (!room.tryAcquire(permits, BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("The region does not answer.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The round was interrupted.", e);
    }
  }

  @Override
  public void close() {
    sender.close();
  }
}

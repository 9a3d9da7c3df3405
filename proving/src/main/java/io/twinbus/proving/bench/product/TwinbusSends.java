package io.twinbus.proving.bench.product;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.SenderStatistics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends through the product: to both regions, in order. A lap ends when both have every copy. */
public final class TwinbusSends implements Contender {

  /** How many messages are sent between two looks at what is in flight. */
  private static final int BETWEEN_LOOKS = 500;

  private final Sender sender;
  private final Workload workload;
  private final Body body;
  private long mostBytes;

  /** Sends {@code workload} a round, with a sender as {@code settings} describe it. */
  public TwinbusSends(FlatSettings settings, Workload workload) {
    this.sender = Sender.builder(settings).build();
    this.workload = workload;
    this.body = Body.ofUtf8(workload.body());
  }

  @Override
  public Lap run(int round) {
    CountDownLatch left = new CountDownLatch(workload.messages());
    AtomicInteger failed = new AtomicInteger();
    Stopwatch watch = Stopwatch.start();
    for (int n = 0; n < workload.messages(); n++) {
      OutboundMessage message =
          OutboundMessage.of(workload.session(round, n), workload.id(round, n)).body(body).build();
      var unused =
          sender
              .send(message)
              .thenCompose(Receipt::inAllRegions)
              .whenComplete(
                  (delivery, error) -> {
                    if (!isEverywhere(delivery)) {
                      failed.incrementAndGet();
                    }
                    left.countDown();
                  });
      if (n % BETWEEN_LOOKS == 0) {
        mostBytes = Math.max(mostBytes, sender.statistics().inFlightBytes());
      }
    }
    await(left);
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " messages did not reach both regions.");
    }
    return watch.lap(workload.messages());
  }

  /** The sender's figures, of all its rounds. */
  public SenderStatistics statistics() {
    return sender.statistics();
  }

  /** The most bytes that were seen in flight, of all its rounds. */
  public long mostBytesInFlight() {
    return mostBytes;
  }

  private static boolean isEverywhere(@Nullable DeliveryStatus delivery) {
    return delivery != null
        && delivery.regions().values().stream().allMatch(status -> status == CopyStatus.ACCEPTED);
  }

  private static void await(CountDownLatch left) {
    try {
      if (!left.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " messages have no receipt.");
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

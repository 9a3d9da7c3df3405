package io.twinbus.proving.bench.product;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.SenderStatistics;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends at a steady rate, and notes how long after the moment at which a message was <em>due</em>
 * its acknowledgement and its effect came: whoever is late because others were slow is late by all
 * of it, so that no coordinated omission flatters the figures.
 *
 * <p>One thread sends; effects come from any.
 */
public final class SteadyTraffic implements AutoCloseable {

  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(5);
  private static final int DIGITS = 3;
  private static final double NANOS = 1e9;

  private final Sender sender;
  private final int sessions;
  private final String name;
  private final Body body = Body.ofUtf8("x".repeat(Workload.SMALL));
  private final AtomicLongArray due;
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong effects = new AtomicLong();
  private final AtomicLong lastEffect = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong longestSilence = new AtomicLong();
  private final RegionName followed;
  private volatile Histogram acknowledged = histogram();
  private volatile Histogram accepted = histogram();
  private volatile Histogram effective = histogram();
  private int sent;

  /**
   * Traffic over {@code sessions} sessions whose names begin with {@code name}.
   *
   * @param followed the region, one of two, whose own answers are noted beside the receipts
   * @param most how many messages it may send in all
   */
  public SteadyTraffic(
      FlatSettings settings, String name, String followed, int sessions, int most) {
    this.sender = Sender.builder(settings).build();
    this.followed = new RegionName(followed);
    this.sessions = sessions;
    this.name = name;
    this.due = new AtomicLongArray(most);
  }

  /** Sends {@code perSecond} messages a second for so long; answers how many. */
  public int send(double perSecond, double seconds) {
    long begin = System.nanoTime();
    int count = Math.min((int) (perSecond * seconds), due.length() - sent);
    for (int i = 0; i < count; i++) {
      long moment = begin + (long) (i * NANOS / perSecond);
      for (long wait = moment - System.nanoTime(); wait > 0; wait = moment - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      sendOne(moment);
    }
    return count;
  }

  private void sendOne(long moment) {
    int number = sent++;
    due.set(number, moment);
    Histogram receipts = acknowledged;
    Histogram answers = accepted;
    var unused =
        sender
            .send(
                OutboundMessage.of(name + number % sessions, name + "-" + number)
                    .body(body)
                    .build())
            .whenComplete(
                (receipt, error) -> {
                  if (error != null) {
                    failed.incrementAndGet();
                  }
                  record(receipts, System.nanoTime() - moment);
                })
            .thenCompose(this::acceptedByFollowed)
            .thenAccept(
                accepted -> {
                  if (accepted) {
                    record(answers, System.nanoTime() - moment);
                  }
                });
  }

  /** Completes when the followed region has its copy, or will never have it. */
  private CompletableFuture<Boolean> acceptedByFollowed(Receipt receipt) {
    return isAccepted(receipt.regions())
        ? CompletableFuture.completedFuture(true)
        : receipt.inAllRegions().thenApply(delivery -> isAccepted(delivery.regions()));
  }

  private boolean isAccepted(Map<RegionName, CopyStatus> regions) {
    return regions.get(followed) == CopyStatus.ACCEPTED;
  }

  /** A message has taken effect. */
  public void effect(String id) {
    long now = System.nanoTime();
    record(effective, now - due.get(Workload.numberOf(id)));
    long before = lastEffect.getAndSet(now);
    longestSilence.accumulateAndGet(now - before, Math::max);
    effects.incrementAndGet();
  }

  /** How many have taken effect. */
  public long effects() {
    return effects.get();
  }

  /** How many were sent. */
  public int sent() {
    return sent;
  }

  /** How many were not accepted anywhere. */
  public long failed() {
    return failed.get();
  }

  /** The longest time between two effects since {@link #forget()}, in seconds. */
  public double longestSilence() {
    return longestSilence.get() / NANOS;
  }

  /** Microseconds until a receipt was there, of the messages sent since {@link #forget()}. */
  public Histogram acknowledged() {
    return acknowledged;
  }

  /** Microseconds until the followed region had its copy, of the messages sent since then. */
  public Histogram accepted() {
    return accepted;
  }

  /** Microseconds until the handler was called, of the effects since {@link #forget()}. */
  public Histogram effective() {
    return effective;
  }

  /** Begins to measure anew. */
  public void forget() {
    acknowledged = histogram();
    accepted = histogram();
    effective = histogram();
    longestSilence.set(0);
  }

  /** What the sender says. */
  public SenderStatistics statistics() {
    return sender.statistics();
  }

  @Override
  public void close() {
    sender.close();
  }

  private static void record(Histogram histogram, long nanos) {
    long micros = Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos));
    histogram.recordValue(Math.min(HIGHEST_MICROS, micros));
  }

  private static Histogram histogram() {
    return new ConcurrentHistogram(HIGHEST_MICROS, DIGITS);
  }
}

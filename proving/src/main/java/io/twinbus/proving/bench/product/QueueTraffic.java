package io.twinbus.proving.bench.product;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.receiver.Message;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Steady traffic over several queues in turn, and how long after a message was due its effect came.
 * The messages of a queue go over its sessions in turn, so that {@link SessionEffects} can judge
 * their order.
 *
 * <p>One thread sends; effects come from any.
 */
public final class QueueTraffic implements AutoCloseable {

  private static final long HIGHEST_MICROS = TimeUnit.MINUTES.toMicros(5);
  private static final int DIGITS = 3;
  private static final double NANOS = 1e9;

  private final List<Sender> senders = new ArrayList<>();
  private final String name;
  private final int sessions;
  private final Body body = Body.ofUtf8("x".repeat(Workload.SMALL));
  private final AtomicLongArray due;
  private final AtomicLong failed = new AtomicLong();
  private final SessionEffects effects;
  private volatile Histogram delays = histogram();
  private int sent;

  /**
   * Traffic whose session and message ids begin with {@code name}.
   *
   * @param queues those of {@code twinbus.queues} that it goes over
   * @param sessions how many sessions each queue has
   * @param most how many messages it may send in all
   */
  public QueueTraffic(
      FlatSettings settings, String name, List<String> queues, int sessions, int most) {
    queues.forEach(queue -> senders.add(Sender.builder(settings, queue).build()));
    this.name = name;
    this.sessions = sessions;
    this.due = new AtomicLongArray(most);
    this.effects = new SessionEffects(queues.size() * sessions);
  }

  /** Sends {@code perSecond} messages a second for so long, as many as it may send at most. */
  public void send(double perSecond, double seconds) {
    long begin = System.nanoTime();
    int count = Math.min((int) (perSecond * seconds), due.length() - sent);
    for (int i = 0; i < count; i++) {
      long moment = begin + (long) (i * NANOS / perSecond);
      for (long wait = moment - System.nanoTime(); wait > 0; wait = moment - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      sendOne(moment);
    }
  }

  private void sendOne(long moment) {
    int number = sent++;
    due.set(number, moment);
    int session = number / senders.size() % sessions;
    var unused =
        senders
            .get(number % senders.size())
            .send(OutboundMessage.of(name + session, name + "-" + number).body(body).build())
            .whenComplete(
                (receipt, error) -> {
                  if (error != null) {
                    failed.incrementAndGet();
                  }
                });
  }

  /** A handler has handled {@code message}. */
  public void effect(Message message) {
    long nanos = System.nanoTime() - due.get(Workload.numberOf(message.id().value()));
    long micros = Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos));
    delays.recordValue(Math.min(HIGHEST_MICROS, micros));
    effects.on(message);
  }

  /** The effects so far. */
  public SessionEffects effects() {
    return effects;
  }

  /** How many were sent and have had no effect. */
  public long missing() {
    return sent - (effects.count() - effects.repeats());
  }

  /** How many were not accepted anywhere. */
  public long failed() {
    return failed.get();
  }

  /** Microseconds from due to effect, of the effects since {@link #forget()}. */
  public Histogram delays() {
    return delays;
  }

  /** Begins to measure anew. */
  public void forget() {
    delays = histogram();
  }

  @Override
  public void close() {
    senders.forEach(Sender::close);
  }

  private static Histogram histogram() {
    return new ConcurrentHistogram(HIGHEST_MICROS, DIGITS);
  }
}

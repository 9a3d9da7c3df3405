package io.twinbus.receiver.servicebus;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;

/**
 * The settlements of one session that are under way; each ends, whatever the SDK does.
 *
 * <p>The SDK does not end one that crosses the link's end, and a lost connection keeps what waits
 * for it: so what has not ended is cancelled, after the bound and before half of it has passed
 * again. One timer looks after all of them, every half a bound and only while there are some: one
 * each would be set and taken back for every message. Thread-safe.
 */
final class Settlements {

  private static final int TICKS_A_BOUND = 2;

  private final ScheduledExecutorService timer;
  private final long tickMillis;
  private final Map<Long, UnderWay> underWay = new ConcurrentHashMap<>();
  private final AtomicBoolean ticking = new AtomicBoolean();
  private volatile long ticks;

  /** A settlement, and the tick after which it began. */
  private record UnderWay(CompletableFuture<Void> end, long begun) {}

  Settlements(Duration bound, ScheduledExecutorService timer) {
    this.timer = timer;
    this.tickMillis = Math.max(1, bound.toMillis() / TICKS_A_BOUND);
  }

  /** Begins to settle the copy with the broker's number {@code copy}. */
  CompletionStage<Void> begin(long copy, Mono<Void> settlement) {
    CompletableFuture<Void> end = settlement.toFuture();
    underWay.put(copy, new UnderWay(end, ticks));
    keepTicking();
    return end.whenComplete((done, error) -> underWay.remove(copy));
  }

  /** Completes when those have ended that are under way now, exceptionally if one has failed. */
  CompletableFuture<Void> ended() {
    return CompletableFuture.allOf(
        underWay.values().stream().map(UnderWay::end).toArray(CompletableFuture[]::new));
  }

  private void keepTicking() {
    if (ticking.get() || !ticking.compareAndSet(false, true)) {
      return;
    }
    try {
      var unused = timer.schedule(this::tick, tickMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      ticking.set(false);
      cancelAll(); // the broker is closed, and its connections with it
    }
  }

  private void tick() {
    long now = ticks + 1;
    ticks = now;
    for (UnderWay one : underWay.values()) {
      if (now - one.begun() > TICKS_A_BOUND) {
        one.end().cancel(false);
      }
    }
    ticking.set(false);
    if (!underWay.isEmpty()) {
      keepTicking();
    }
  }

  private void cancelAll() {
    underWay.values().forEach(one -> one.end().cancel(false));
  }
}

package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Keeps one session's lock by renewing it at about half its duration.
 *
 * <p>The duration is what the broker answers to a renewal; it cannot be asked beforehand, so the
 * first renewal comes early. The lock counts as lost when the broker says so, or when no renewal
 * succeeded for a whole lock duration. Thread-safe.
 */
final class LockRenewal {

  private static final Duration SHORTEST = Duration.ofMillis(500);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final Mono<OffsetDateTime> renew;
  private final ServiceBusSettings.Limits limits;
  private final Clocks clocks;
  private final ScheduledExecutorService timer;
  private final Consumer<String> onLost;
  private volatile boolean stopped;

  /**
   * The next renewal. Cancelled at the end, for it holds the session and all that belongs to it.
   */
  private @Nullable Future<?> next;

  private volatile @Nullable MonotonicTime lockedUntil;

  /**
   * @param renew one renewal; answers until when the lock then holds, by the broker's clock
   * @param onLost hears once why the lock counts as lost
   */
  LockRenewal(
      Mono<OffsetDateTime> renew,
      ServiceBusSettings.Limits limits,
      Clocks clocks,
      ScheduledExecutorService timer,
      Consumer<String> onLost) {
    this.renew = renew;
    this.limits = limits;
    this.clocks = clocks;
    this.timer = timer;
    this.onLost = onLost;
  }

  void start() {
    after(limits.firstRenewal());
  }

  synchronized void stop() {
    stopped = true;
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }

  private synchronized void after(Duration wait) {
    if (stopped) {
      return;
    }
    try {
      next = timer.schedule(this::renewNow, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      stopped = true; // the broker is being closed, and every session with it
    }
  }

  private void renewNow() {
    if (stopped) {
      return;
    }
    MonotonicTime asked = clocks.now().monotonic();
    renew
        .single()
        .timeout(limits.tryTimeout())
        .subscribe(until -> renewed(asked, until), this::failed);
  }

  private void renewed(MonotonicTime asked, OffsetDateTime until) {
    Duration duration = Duration.between(clocks.now().wall(), until.toInstant());
    if (duration.compareTo(SHORTEST.multipliedBy(2)) < 0) {
      duration = SHORTEST.multipliedBy(2); // clocks differ: renew often rather than late
    }
    lockedUntil = asked.plus(duration);
    Duration half = duration.dividedBy(2);
    after(half.compareTo(limits.longestRenewal()) < 0 ? half : limits.longestRenewal());
  }

  private void failed(Throwable error) {
    MonotonicTime until = lockedUntil;
    if (isLost(error)) {
      lost("the broker says that the session lock is lost");
    } else if (until != null && clocks.now().monotonic().isAtOrAfter(until)) {
      lost("the session lock could not be renewed in time (" + error.getMessage() + ")");
    } else {
      after(AFTER_FAILURE);
    }
  }

  private void lost(String why) {
    if (!stopped) {
      stopped = true;
      onLost.accept(why);
    }
  }

  private static boolean isLost(Throwable error) {
    return error instanceof ServiceBusException broker
        && (ServiceBusFailureReason.SESSION_LOCK_LOST.equals(broker.getReason())
            || ServiceBusFailureReason.MESSAGE_LOCK_LOST.equals(broker.getReason())
            || ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND.equals(broker.getReason()));
  }
}

package io.twinbus.local.servicebus.transport;

import io.netty.util.concurrent.EventExecutor;
import io.twinbus.local.servicebus.broker.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The one thread of a namespace: its turns, and waking the broker when its time has come. */
final class EventLoop {
  // A clock given by a test may jump; so the broker is looked after at least this often.
  private static final Duration LONGEST_NAP = Duration.ofMillis(500);
  private static final int CALL_TIMEOUT_S = 10;

  private final InstantSource clock;
  private final Namespace namespace;
  private volatile @Nullable EventExecutor thread;
  private Runnable endTurn = () -> {};
  private boolean turnEndRequested;
  private @Nullable ScheduledFuture<?> alarm;
  private Instant alarmAt = Instant.MAX;

  EventLoop(InstantSource clock, Namespace namespace) {
    this.clock = clock;
    this.namespace = namespace;
  }

  /**
   * Says which thread it is. The first connection may come before the listener is handed over, so
   * this is said twice, with the same thread.
   */
  void runOn(EventExecutor listenersThread) {
    thread = listenersThread;
  }

  EventExecutor thread() {
    return Objects.requireNonNull(thread, "the listener is open before anything runs");
  }

  /** Says what the end of a turn consists of; before the first turn. */
  void atTurnEnd(Runnable action) {
    endTurn = action;
  }

  /** To be called on the thread; the turn ends once, after all that is already queued. */
  void requestTurnEnd() {
    if (!turnEndRequested) {
      turnEndRequested = true;
      thread().execute(this::endTurnNow);
    }
  }

  /**
   * Runs something on the thread and waits for its answer.
   *
   * @throws IllegalArgumentException as the action threw it: a caller's mistake
   */
  <T> T call(Callable<T> action) {
    try {
      return thread().submit(action).get(CALL_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the endpoint.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalArgumentException mistake) {
        throw mistake;
      }
      throw new IllegalStateException("The endpoint failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("The endpoint did not answer within 10 s.", e);
    }
  }

  /** Lets the broker apply what time has brought. */
  void tick() {
    namespace.tick();
    requestTurnEnd();
  }

  /** The time that only grows, in milliseconds. The event loop's own ticker is not in Netty 4.1. */
  long monotonicMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private void endTurnNow() {
    try {
      endTurn.run();
    } finally {
      turnEndRequested = false;
      setAlarm();
    }
  }

  private void setAlarm() {
    Optional<Instant> next = namespace.nextWakeUp();
    if (next.isEmpty() || (alarm != null && !next.get().isBefore(alarmAt))) {
      return;
    }
    if (alarm != null) {
      alarm.cancel(false);
    }
    Duration nap = Duration.between(clock.instant(), next.get());
    nap = nap.compareTo(LONGEST_NAP) > 0 ? LONGEST_NAP : nap;
    alarmAt = clock.instant().plus(nap);
    alarm = thread().schedule(this::alarm, Math.max(1, nap.toMillis() + 1), TimeUnit.MILLISECONDS);
  }

  private void alarm() {
    alarm = null;
    tick();
  }
}

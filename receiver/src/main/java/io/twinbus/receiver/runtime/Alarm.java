package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One alarm, set again and again: only the latest time counts.
 *
 * <p>A worker sets its alarm with almost every event, mostly to a later time; then the timer that
 * runs already is left alone, and looks at the time again when it is due. A timer that was replaced
 * while it was about to run does nothing: otherwise it would start a second one beside its
 * successor, and both would go on for ever. Thread-safe.
 */
final class Alarm {

  private final ScheduledExecutorService timer;
  private final Clocks clocks;
  private final Runnable ring;
  private @Nullable MonotonicTime due;
  private @Nullable MonotonicTime timerAt;
  private @Nullable ScheduledFuture<?> running;

  /** The number of the timer that counts; every other one is out of date. */
  private long current;

  Alarm(ScheduledExecutorService timer, Clocks clocks, Runnable ring) {
    this.timer = timer;
    this.clocks = clocks;
    this.ring = ring;
  }

  /** Rings at {@code time}, and not at the time set before. */
  synchronized void set(MonotonicTime time) {
    due = time;
    MonotonicTime planned = timerAt;
    if (planned == null || !time.isAtOrAfter(planned)) {
      start(time);
    }
  }

  /** Never rings again, unless it is set. */
  synchronized void clear() {
    due = null;
    stopTimer();
  }

  private void start(MonotonicTime time) {
    stopTimer();
    long number = current;
    Duration wait = time.since(clocks.now().monotonic());
    try {
      running =
          timer.schedule(() -> look(number), Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
      timerAt = time;
    } catch (RejectedExecutionException e) {
      due = null; // the process ends
    }
  }

  private void stopTimer() {
    if (running != null) {
      running.cancel(false);
    }
    running = null;
    timerAt = null;
    current++;
  }

  private void look(long number) {
    synchronized (this) {
      if (number != current) {
        return;
      }
      stopTimer();
      MonotonicTime time = due;
      if (time == null) {
        return;
      }
      if (!clocks.now().monotonic().isAtOrAfter(time)) {
        start(time);
        return;
      }
      due = null;
    }
    ring.run();
  }
}

package io.twinbus.proving.bench.instrument;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A bound on all that one thread does from now on: when it is over, the thread is interrupted. */
public final class TimeLimit implements AutoCloseable {

  private final Duration bound;
  private final AtomicBoolean over = new AtomicBoolean();
  private final ScheduledExecutorService timer;

  private TimeLimit(Duration bound, Thread bounded) {
    this.bound = bound;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "time-limit");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        timer.schedule(
            () -> {
              over.set(true);
              bounded.interrupt();
            },
            bound.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Bounds the present thread. */
  public static TimeLimit start(Duration bound) {
    return new TimeLimit(bound, Thread.currentThread());
  }

  /**
   * Goes on if there is time.
   *
   * @throws TimeoutException if there is none
   */
  public void check() throws TimeoutException {
    if (over.get()) {
      throw new TimeoutException(
          "not everything could be measured within %d minutes".formatted(bound.toMinutes()));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

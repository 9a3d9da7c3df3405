package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Whether the threads of session workers still turn: once a second the timer hands them a task, and
 * when none has run for ten seconds, they or the timer stand still.
 *
 * <p>At most one task waits at a time. Thread-safe.
 */
final class ThreadStallDetector {

  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledExecutorService timer;
  private final Executor workers;
  private final Clocks clocks;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private volatile MonotonicTime beatAt;
  private volatile @Nullable ScheduledFuture<?> ticking;

  ThreadStallDetector(ScheduledExecutorService timer, Executor workers, Clocks clocks) {
    this.timer = timer;
    this.workers = workers;
    this.clocks = clocks;
    this.beatAt = clocks.now().monotonic();
  }

  void start() {
    ticking = timer.scheduleWithFixedDelay(this::ask, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop() {
    ScheduledFuture<?> task = ticking;
    if (task != null) {
      task.cancel(false);
    }
  }

  /** Why the threads seem to stand still; empty while they turn. */
  Optional<String> stall() {
    Duration silence = clocks.now().monotonic().since(beatAt);
    return silence.compareTo(PATIENCE) < 0
        ? Optional.empty()
        : Optional.of("no session worker has had a thread for %d s".formatted(silence.toSeconds()));
  }

  private void ask() {
    if (waiting.compareAndSet(false, true)) {
      try {
        workers.execute(this::beat);
      } catch (RejectedExecutionException e) {
        stop(); // the process ends
      }
    }
  }

  private void beat() {
    beatAt = clocks.now().monotonic();
    waiting.set(false);
  }
}

package io.twinbus.local.cosmos;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A fail-over that an account makes by itself: something that is written has been lost without a
 * break for so long, and is written in another region instead. Thread-safe.
 */
final class DelayedFailOver implements AutoCloseable {
  private final BooleanSupplier isLost;
  private final Runnable failOver;
  private final @Nullable Duration after;
  private final ScheduledExecutorService timer;
  private @Nullable ScheduledFuture<?> pending;

  /** Fails over {@code after} the loss, never where it is null; closes {@code timer}. */
  DelayedFailOver(
      BooleanSupplier isLost,
      Runnable failOver,
      @Nullable Duration after,
      ScheduledExecutorService timer) {
    this.isLost = isLost;
    this.failOver = failOver;
    this.after = after;
    this.timer = timer;
  }

  /** Something was lost, is back, or is written elsewhere: begins or ends the wait. */
  synchronized void look() {
    boolean lost = isLost.getAsBoolean();
    if (!lost && pending != null) {
      pending.cancel(false);
      pending = null;
    }
    if (lost && pending == null && after != null) {
      pending = timer.schedule(this::due, after.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void due() {
    pending = null;
    failOver.run();
    look();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

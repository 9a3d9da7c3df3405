package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.regions.Regions;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The fail-over that an account makes by itself: its write region has been down without a break for
 * so long, and the next region that is up is written instead. The region that was lost is not
 * written again when it returns. Thread-safe.
 */
final class ServiceManagedFailOver implements AutoCloseable {
  private final Regions regions;
  private final @Nullable Duration after;
  private final ScheduledExecutorService timer;
  private @Nullable ScheduledFuture<?> pending;

  /** Fails over {@code after} the loss, never where it is null; closes {@code timer}. */
  ServiceManagedFailOver(
      Regions regions, @Nullable Duration after, ScheduledExecutorService timer) {
    this.regions = regions;
    this.after = after;
    this.timer = timer;
  }

  /** A region has gone, has come back, or another one is written: begins or ends the wait. */
  synchronized void look() {
    boolean up = regions.isUp(regions.writeRegion());
    if (up && pending != null) {
      pending.cancel(false);
      pending = null;
    }
    if (!up && pending == null && after != null) {
      pending = timer.schedule(this::due, after.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void due() {
    pending = null;
    regions.replaceLostWriter();
    look();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

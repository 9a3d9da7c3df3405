package io.twinbus.proving.bench.instrument;

import io.twinbus.proving.bench.contest.Stopwatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits for a condition, three minutes at most: a busy machine may take them. */
public final class Waiting {

  private static final int BOUND_SECONDS = 180;
  private static final double QUIET_SECONDS = 0.3;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Waiting() {}

  /** Returns when {@code condition} holds; {@code what} says in words what is waited for. */
  public static void until(String what, BooleanSupplier condition) {
    until(what, BOUND_SECONDS, condition);
  }

  /** The same, so many seconds at most. */
  public static void until(String what, int seconds, BooleanSupplier condition) {
    Stopwatch watch = Stopwatch.start();
    while (!condition.getAsBoolean()) {
      if (watch.seconds() > seconds) {
        throw new IllegalStateException(
            "Within %d s it did not come to this: %s.".formatted(seconds, what));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Returns when {@code count} has not changed for a while. */
  public static void quiet(LongSupplier count) {
    long[] last = {count.getAsLong()};
    Stopwatch[] since = {Stopwatch.start()};
    until(
        "nothing happens any more",
        () -> {
          long now = count.getAsLong();
          if (now != last[0]) {
            last[0] = now;
            since[0] = Stopwatch.start();
          }
          return since[0].seconds() > QUIET_SECONDS;
        });
  }
}

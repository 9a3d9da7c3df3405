package io.twinbus.ledger.admission;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Compares how long writes take with the fastest of the last ten minutes. Not thread-safe. */
final class LatencyFloor {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MINUTES = 10;
  private static final int RAISED_FACTOR = 4;
  private static final long MUCH_NANOS = Duration.ofMillis(50).toNanos();
  private static final double WEIGHT = 0.1;

  private final Deque<Long> fastest = new ArrayDeque<>();
  private MonotonicTime minuteEnds;
  private double mean;

  LatencyFloor(MonotonicTime now) {
    this.minuteEnds = now.plus(MINUTE);
    fastest.add(Long.MAX_VALUE);
  }

  void took(Duration time, MonotonicTime now) {
    long nanos = time.toNanos();
    if (now.isAtOrAfter(minuteEnds)) {
      minuteEnds = now.plus(MINUTE);
      fastest.add(Long.MAX_VALUE);
      if (fastest.size() > MINUTES) {
        fastest.remove();
      }
    }
    fastest.add(Math.min(nanos, fastest.removeLast()));
    mean = mean == 0 ? nanos : mean + WEIGHT * (nanos - mean);
  }

  /** Whether writes take several times as long as they did. */
  boolean isRaised() {
    long floor = fastest.stream().min(Long::compare).orElse(Long.MAX_VALUE);
    return floor != Long.MAX_VALUE && mean > Math.max(floor * RAISED_FACTOR, floor + MUCH_NANOS);
  }
}

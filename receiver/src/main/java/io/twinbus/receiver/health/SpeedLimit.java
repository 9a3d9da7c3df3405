package io.twinbus.receiver.health;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many calls may be out while a handler that was away comes back: one, doubling step by step,
 * until {@value #STEPS} steps have passed and there is no limit.
 *
 * <p>A step is a second; each time the handler goes away within ten minutes of the last time it
 * doubles, up to the step with which full speed takes five minutes. Not thread-safe.
 */
final class SpeedLimit {

  private static final int STEPS = 8;
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5).dividedBy(STEPS);
  private static final Duration FORGIVEN_AFTER = Duration.ofMinutes(10);

  private Duration step = STEP;
  private @Nullable MonotonicTime backAt;
  private boolean isLimited;

  /** The handler is away. */
  void away(MonotonicTime now) {
    boolean isAgain = backAt != null && now.since(backAt).compareTo(FORGIVEN_AFTER) < 0;
    Duration doubled = step.multipliedBy(2);
    step = !isAgain ? STEP : doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
  }

  /** The handler is back. */
  void back(MonotonicTime now) {
    backAt = now;
    isLimited = true;
  }

  /** How many calls may be out. */
  int most(MonotonicTime now) {
    MonotonicTime since = backAt;
    if (!isLimited || since == null) {
      return Integer.MAX_VALUE;
    }
    long steps = now.since(since).toNanos() / step.toNanos();
    isLimited = steps < STEPS;
    return isLimited ? 1 << steps : Integer.MAX_VALUE;
  }
}

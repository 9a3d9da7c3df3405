package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The pause before the next attempt: none at first, then it doubles with each failure, bounded. */
final class Backoff {

  private static final int MAX_DOUBLINGS = 16;

  private final Duration first;
  private final Duration longest;
  private int failures;
  private @Nullable MonotonicTime until;

  Backoff(Duration first, Duration longest) {
    this.first = first;
    this.longest = longest;
  }

  void reset() {
    failures = 0;
    until = null;
  }

  void failed(MonotonicTime now) {
    Duration pause = first.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
    failures++;
    until = now.plus(pause.compareTo(longest) <= 0 ? pause : longest);
  }

  boolean permits(MonotonicTime now) {
    return until == null || now.isAtOrAfter(until);
  }

  /** When the pause ends; null when there is none. */
  @Nullable MonotonicTime until() {
    return until;
  }
}

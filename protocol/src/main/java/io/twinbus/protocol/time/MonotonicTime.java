package io.twinbus.protocol.time;

import java.time.Duration;

/**
 * A moment on one process's monotonic clock; it means nothing to another process.
 *
 * <p>Immutable and thread-safe.
 *
 * @param nanos nanoseconds since an arbitrary origin
 */
public record MonotonicTime(long nanos) implements Comparable<MonotonicTime> {

  /** The moment {@code duration} later. */
  public MonotonicTime plus(Duration duration) {
    return new MonotonicTime(nanos + duration.toNanos());
  }

  /** The time that passed from {@code earlier} to this moment; negative when it lies ahead. */
  public Duration since(MonotonicTime earlier) {
    return Duration.ofNanos(nanos - earlier.nanos);
  }

  /** Whether this moment is {@code other} or later. */
  public boolean isAtOrAfter(MonotonicTime other) {
    return nanos - other.nanos >= 0;
  }

  /** The earlier of two moments. */
  public static MonotonicTime earlier(MonotonicTime a, MonotonicTime b) {
    return a.isAtOrAfter(b) ? b : a;
  }

  @Override
  public int compareTo(MonotonicTime other) {
    return Long.signum(nanos - other.nanos);
  }
}

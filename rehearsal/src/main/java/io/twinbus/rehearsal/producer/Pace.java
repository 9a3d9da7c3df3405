package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A steady rate: the n-th message is due n intervals after the first, however long the ones before
 * it took. Not thread-safe.
 */
public final class Pace {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final double perSecond;
  private final Clocks clocks;
  private final MonotonicTime start;
  private long count;

  /** A pace of {@code perSecond} messages, beginning now; 0 or less means as fast as it goes. */
  public Pace(double perSecond, Clocks clocks) {
    this.perSecond = perSecond;
    this.clocks = clocks;
    this.start = clocks.now().monotonic();
  }

  /** How long to wait until the next message is due; zero or negative when it is. */
  public Duration untilNext() {
    if (perSecond <= 0) {
      return Duration.ZERO;
    }
    MonotonicTime due = start.plus(Duration.ofNanos((long) (count * NANOS / perSecond)));
    return due.since(clocks.now().monotonic());
  }

  /** Counts a message as sent. */
  public void sent() {
    count++;
  }
}

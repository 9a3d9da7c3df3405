package io.twinbus.local.unit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** A clock that stands still until it is ticked. Thread-safe. */
public final class TickingClock implements InstantSource {
  private volatile Instant now;

  /** A clock that shows a certain day. */
  public TickingClock() {
    this(Instant.parse("2026-03-01T12:00:00Z"));
  }

  /** A clock that shows this moment, in whole milliseconds as they travel. */
  public TickingClock(Instant start) {
    now = start.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves on. */
  public synchronized void tick(Duration by) {
    now = now.plus(by);
  }
}

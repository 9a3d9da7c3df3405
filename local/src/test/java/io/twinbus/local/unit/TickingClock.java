package io.twinbus.local.unit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is ticked. Thread-safe. */
public final class TickingClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves on. */
  public synchronized void tick(Duration by) {
    now = now.plus(by);
  }
}

package io.twinbus.local.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The system's clock, ahead by what a test has let pass.
 *
 * <p>It goes on by itself, since the SDKs' own timeouts are real. Thread-safe.
 */
public final class TestClock implements InstantSource {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }

  /** Jumps ahead. */
  public void pass(Duration time) {
    ahead.accumulateAndGet(time, Duration::plus);
  }
}

package io.twinbus.local.servicebus.broker;

import java.time.Duration;
import java.time.Instant;

/** Stretches of time that are counted from the epoch; of a window of zero each moment is one. */
final class ActivationWindow {
  private ActivationWindow() {}

  /** The last moment up to now at which a window ended. */
  static Instant start(Instant now, Duration window) {
    return window.isZero()
        ? now
        : now.minusMillis(Math.floorMod(now.toEpochMilli(), window.toMillis()));
  }

  /** The first moment from then on at which a window ends. */
  static Instant end(Instant then, Duration window) {
    Instant start = start(then, window);
    return start.isBefore(then) ? start.plus(window) : start;
  }
}

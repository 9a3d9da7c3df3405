package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The earlier of two moments, either of which may be absent. */
final class Earliest {
  private Earliest() {}

  static @Nullable Instant of(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isBefore(other) ? one : other;
  }
}

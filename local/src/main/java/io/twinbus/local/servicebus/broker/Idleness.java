package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.LifeRules;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When an entity that nobody uses is to be deleted. */
final class Idleness {
  private Idleness() {}

  /** Null: never. */
  static @Nullable Instant end(Instant lastUsed, LifeRules life) {
    return life.autoDeleteOnIdle().compareTo(LifeRules.FOREVER) >= 0
        ? null
        : lastUsed.plus(life.autoDeleteOnIdle());
  }

  static boolean over(Instant lastUsed, LifeRules life, Instant now) {
    Instant end = end(lastUsed, life);
    return end != null && !end.isAfter(now);
  }
}

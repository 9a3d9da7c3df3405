package io.twinbus.receiver.unit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long these tests wait for what must come: long enough for a slow and busy machine. */
final class Patience {
  private static final Duration BOUND = Duration.ofSeconds(90);

  private Patience() {}

  static ConditionFactory await() {
    return Awaitility.await().atMost(BOUND);
  }
}

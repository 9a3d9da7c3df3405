package io.twinbus.local.network;

import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One direction of a connection: what is on its way, and how long the next piece takes. */
final class Direction {
  private final DelayQueue queue = new DelayQueue();
  private final Function<Latency, Delay> which;
  private final long number;
  private @Nullable Latency drawnFor;
  private Random random = new Random(0);

  /** The number tells this direction's draws from all others'. */
  Direction(Function<Latency, Delay> which, long number) {
    this.which = which;
    this.number = number;
  }

  DelayQueue queue() {
    return queue;
  }

  boolean isFree(Latency latency) {
    return queue.isEmpty() && which.apply(latency).isZero();
  }

  /** Nanoseconds for the next piece; another latency begins its draws anew. */
  long draw(Latency latency) {
    if (!latency.equals(drawnFor)) {
      drawnFor = latency;
      random = new Random(latency.seed() * 1_000_003 + number);
    }
    Delay delay = which.apply(latency);
    long jitter = delay.jitter().toNanos();
    return delay.base().toNanos() + (jitter == 0 ? 0 : random.nextLong(jitter + 1));
  }
}

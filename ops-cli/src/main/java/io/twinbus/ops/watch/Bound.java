package io.twinbus.ops.watch;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;

/**
 * A time that several waits share.
 *
 * @param whole how long all of them may take together
 */
record Bound(Duration whole, MonotonicTime end, Clocks clocks) {

  /** {@code whole}, from now on. */
  static Bound of(Duration whole, Clocks clocks) {
    return new Bound(whole, clocks.now().monotonic().plus(whole), clocks);
  }

  /** What is left of it; never negative. */
  Duration left() {
    Duration left = end.since(clocks.now().monotonic());
    return left.isNegative() ? Duration.ZERO : left;
  }
}

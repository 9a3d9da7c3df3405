package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;

/** Counts messages between their sending and their end. Thread-safe. */
final class UnderWay {

  private final Clocks clocks;
  private long count;

  UnderWay(Clocks clocks) {
    this.clocks = clocks;
  }

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  /** Waits until none is under way, at most {@code bound}; returns how many still are. */
  synchronized long awaitNone(Duration bound) throws InterruptedException {
    MonotonicTime deadline = clocks.now().monotonic().plus(bound);
    for (long left = bound.toMillis(); count > 0 && left > 0; ) {
      wait(left);
      left = deadline.since(clocks.now().monotonic()).toMillis();
    }
    return count;
  }
}

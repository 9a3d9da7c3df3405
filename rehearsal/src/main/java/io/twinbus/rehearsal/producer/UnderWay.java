package io.twinbus.rehearsal.producer;

import java.time.Duration;

/** Counts messages between their sending and their end. Thread-safe. */
final class UnderWay {

  private long count;

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  /** Waits until none is under way, at most {@code bound}; returns how many still are. */
  synchronized long awaitNone(Duration bound) throws InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    for (long left = bound.toMillis(); count > 0 && left > 0; ) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    return count;
  }
}

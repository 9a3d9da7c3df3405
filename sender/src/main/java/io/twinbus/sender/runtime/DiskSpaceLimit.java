package io.twinbus.sender.runtime;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bound on the journal's disk space.
 *
 * <p>Messages that have passed the bound and are not written yet may exceed it by the bytes of the
 * window. So the bound leaves room for them, and for the records of ended copies, below the
 * configured limit. Thread-safe.
 */
final class DiskSpaceLimit {

  private static final int SHARE_FOR_ENDS = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final long limit;
  private long used;
  private boolean closed;

  DiskSpaceLimit(long maxBytes, long windowBytes, long used) {
    this.limit = maxBytes - maxBytes / SHARE_FOR_ENDS - windowBytes;
    this.used = used;
  }

  /** Waits for room up to {@code bound}, and returns whether there is room. */
  boolean await(Duration bound) throws InterruptedException {
    lock.lock();
    try {
      long nanosLeft = bound.toNanos();
      while (used >= limit && !closed) {
        if (nanosLeft <= 0) {
          return false;
        }
        nanosLeft = freed.awaitNanos(nanosLeft);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Notes that the files grew by {@code bytes}, or shrank if that is negative. */
  void grew(long bytes) {
    lock.lock();
    try {
      used += bytes;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all waiting: the window refuses every message from now on. */
  void close() {
    lock.lock();
    try {
      closed = true;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** From how many bytes on there is no room. */
  long bound() {
    return limit;
  }

  long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }
}

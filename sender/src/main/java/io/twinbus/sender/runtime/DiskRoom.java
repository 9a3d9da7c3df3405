package io.twinbus.sender.runtime;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bound on the journal's disk space.
 *
 * <p>Messages that passed it and are not written yet may exceed it by the bytes of the window; room
 * for them, and for the ends of copies, is kept free below the setting. Thread-safe.
 */
final class DiskRoom {

  private static final int SHARE_FOR_ENDS = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final long limit;
  private long used;
  private boolean closed;

  DiskRoom(long maxBytes, long windowBytes, long used) {
    this.limit = maxBytes - maxBytes / SHARE_FOR_ENDS - windowBytes;
    this.used = used;
  }

  /** Waits for room up to {@code bound}; false: there is none. */
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

  /** The files grew, or shrank, by so many bytes. */
  void grew(long bytes) {
    lock.lock();
    try {
      used += bytes;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Lets everybody through: what comes now is refused elsewhere. */
  void close() {
    lock.lock();
    try {
      closed = true;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
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

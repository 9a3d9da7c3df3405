package io.twinbus.sender.runtime;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bound on messages in flight, in number and bytes.
 *
 * <p>A message that is larger than the whole window enters when the window is empty. Thread-safe.
 */
final class InFlightWindow {

  /** The outcome of a request for room. */
  enum Admission {
    /** There was room, and the message took it. */
    GRANTED,
    /** There was no room within the bound. */
    FULL,
    /** The window is closed. */
    CLOSED,
    /** The caller was interrupted. */
    INTERRUPTED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final long maxMessages;
  private final long maxBytes;
  private long messages;
  private long bytes;
  private boolean closed;

  InFlightWindow(long maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** Takes room for one message of {@code size} bytes, waiting for it up to {@code bound}. */
  Admission enter(int size, Duration bound) {
    lock.lock();
    try {
      long nanosLeft = bound.toNanos();
      while (!closed && !fits(size)) {
        if (nanosLeft <= 0) {
          return Admission.FULL;
        }
        nanosLeft = room.awaitNanos(nanosLeft);
      }
      if (closed) {
        return Admission.CLOSED;
      }
      messages++;
      bytes += size;
      return Admission.GRANTED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Admission.INTERRUPTED;
    } finally {
      lock.unlock();
    }
  }

  /** Takes room for a message that came back from the journal, even where there is none. */
  void occupy(int size) {
    lock.lock();
    try {
      messages++;
      bytes += size;
    } finally {
      lock.unlock();
    }
  }

  /** Frees the room of {@code count} messages, which have {@code size} bytes together. */
  void leave(long count, long size) {
    lock.lock();
    try {
      messages -= count;
      bytes -= size;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses every message from now on, also those that wait. */
  void close() {
    lock.lock();
    try {
      closed = true;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long messages() {
    lock.lock();
    try {
      return messages;
    } finally {
      lock.unlock();
    }
  }

  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  private boolean fits(int size) {
    return messages < maxMessages && (messages == 0 || bytes + size <= maxBytes);
  }
}

package io.twinbus.sender.runtime;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bound on messages in flight, in number and bytes.
 *
 * <p>A message larger than the whole window gets in when the window is empty. Thread-safe.
 */
final class Window {

  /** How asking for room ended. */
  enum Entry {
    /** There is room, and it is taken. */
    GRANTED,
    /** There was none within the bound. */
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

  Window(long maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /** Takes room for one message of {@code size} bytes, waiting for it up to {@code bound}. */
  Entry enter(int size, Duration bound) {
    lock.lock();
    try {
      long nanosLeft = bound.toNanos();
      while (!closed && !fits(size)) {
        if (nanosLeft <= 0) {
          return Entry.FULL;
        }
        nanosLeft = room.awaitNanos(nanosLeft);
      }
      if (closed) {
        return Entry.CLOSED;
      }
      messages++;
      bytes += size;
      return Entry.GRANTED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Entry.INTERRUPTED;
    } finally {
      lock.unlock();
    }
  }

  /** Takes room for what came back from the journal, whether there is any or not. */
  void occupy(int size) {
    lock.lock();
    try {
      messages++;
      bytes += size;
    } finally {
      lock.unlock();
    }
  }

  /** Gives back the room of {@code count} messages of {@code size} bytes together. */
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

  /** Lets nobody in any more, and sends off who waits. */
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

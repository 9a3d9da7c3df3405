package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.LogPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far one region has caught up with the journal.
 *
 * <ol>
 *   <li>A region falls behind when too many copies wait for it, or when the sender starts and the
 *       journal holds copies for it. New messages are then not queued for it.
 *   <li>The sender reads the journal from the oldest copy that the region is owed, in the journal's
 *       order, a portion at a time, at a limited rate. It queues the copies it reads. What was read
 *       back and is in memory is bounded in number and in bytes; a message that is larger than the
 *       bound comes alone.
 *   <li>The region has caught up when every copy that it is owed is in memory.
 * </ol>
 */
final class CatchUp {

  /** How many copies that were read back may be in memory. */
  private static final int MAX_RECALLED = 2_048;

  /** How many messages one read returns at most. */
  static final int PORTION = 512;

  /** A portion has this part of the bytes that may be in memory, so that reading goes on early. */
  private static final int PORTIONS = 4;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private boolean behind;
  private boolean reading;
  private boolean stale;
  private long held;
  private final long maxBytes;
  private final Map<Long, Integer> recalled = new HashMap<>();
  private long recalledBytes;
  private long scanned;
  private LogPosition next = new LogPosition(0, 0);
  private @Nullable MonotonicTime notBefore;

  /** Not behind; at most about {@code maxBytes} that were read back are in memory at a time. */
  CatchUp(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  boolean isBehind() {
    return behind;
  }

  void fallBehind(LogPosition from) {
    behind = true;
    stale = reading;
    scanned = 0;
    next = from;
    notBefore = null;
  }

  void rejoin() {
    behind = false;
    notBefore = null;
  }

  /** Counts a copy that the region is owed and that came into memory. */
  void held() {
    held++;
  }

  /** Counts a copy that left memory. */
  void released() {
    held--;
  }

  /** Notes that a copy left memory; it may be one that was read back. */
  void recalledLeft(long index) {
    Integer bytes = recalled.remove(index);
    recalledBytes -= bytes == null ? 0 : bytes;
  }

  /** Returns whether the copy was read back and is in memory. */
  boolean hasRecalled(long index) {
    return recalled.containsKey(index);
  }

  /** The number of copies in memory that the region is owed. */
  long heldCopies() {
    return held;
  }

  /** Returns whether the journal was read past this message. */
  boolean hasScanned(long index) {
    return index <= scanned;
  }

  boolean mayRead(MonotonicTime now) {
    return behind && !reading && hasRoom() && (notBefore == null || now.isAtOrAfter(notBefore));
  }

  private boolean hasRoom() {
    return recalled.size() < MAX_RECALLED && recalledBytes < maxBytes;
  }

  /** After how many bytes a portion ends that is read now; at least one message comes. */
  long portionBytes() {
    return Math.max(1, Math.min(maxBytes / PORTIONS, maxBytes - recalledBytes));
  }

  LogPosition beginReading() {
    reading = true;
    return next;
  }

  /**
   * Returns whether the portion that just arrived was requested before the region fell behind
   * again. Such a portion is dropped.
   */
  boolean takeStale() {
    boolean was = stale;
    stale = false;
    reading &= !was;
    return was;
  }

  /** Notes that a copy was read back and queued. */
  void recalled(long index, int bytes) {
    if (recalled.put(index, bytes) == null) {
      recalledBytes += bytes;
    }
  }

  /**
   * Notes that a portion was read, up to the message {@code last}; {@code continueAt} is where the
   * next one begins.
   */
  void read(LogPosition continueAt, long last, int messages, int rate, MonotonicTime now) {
    reading = false;
    next = continueAt;
    scanned = Math.max(scanned, last);
    long nanos = messages * Duration.ofSeconds(1).toNanos() / rate;
    notBefore = now.plus(messages == 0 ? PAUSE : Duration.ofNanos(nanos));
  }

  /** When the next portion is due; null when no time makes it due. */
  @Nullable MonotonicTime wakeAt() {
    return behind && !reading && hasRoom() ? notBefore : null;
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.journal.Place;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far one region is in taking up what the journal kept for it.
 *
 * <ol>
 *   <li>A region is behind when too many copies wait for it, or were kept when the sender started.
 *       What comes in then is not queued for it.
 *   <li>The journal is read from the oldest copy that it is owed, in the journal's order, a portion
 *       at a time, at a limited rate; what is read is queued.
 *   <li>When every copy that it is owed is in memory, it is behind no more.
 * </ol>
 */
final class CatchUp {

  /** How many copies read back may be in memory. */
  private static final int MAX_RECALLED = 2_048;

  /** How many messages are asked for at once. */
  static final int PORTION = 512;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private boolean behind;
  private boolean reading;
  private boolean stale;
  private long held;
  private final Set<Long> recalled = new HashSet<>();
  private long scanned;
  private Place next = new Place(0, 0);
  private @Nullable MonotonicTime notBefore;

  boolean isBehind() {
    return behind;
  }

  void fallBehind(Place from) {
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

  /** A copy that the region is owed came into memory. */
  void held() {
    held++;
  }

  /** One left memory. */
  void released() {
    held--;
  }

  /** A copy left memory, perhaps one that was read back. */
  void recalledLeft(long index) {
    recalled.remove(index);
  }

  /** Whether the copy was read back and is in memory. */
  boolean hasRecalled(long index) {
    return recalled.contains(index);
  }

  /** How many copies that it is owed are in memory. */
  long heldCopies() {
    return held;
  }

  /** Whether the journal was read past this message. */
  boolean hasScanned(long index) {
    return index <= scanned;
  }

  boolean mayRead(MonotonicTime now) {
    return behind
        && !reading
        && recalled.size() < MAX_RECALLED
        && (notBefore == null || now.isAtOrAfter(notBefore));
  }

  Place beginReading() {
    reading = true;
    return next;
  }

  /** Whether what was read was asked for before the region fell behind anew; it is not wanted. */
  boolean isStale() {
    boolean was = stale;
    stale = false;
    reading &= !was;
    return was;
  }

  /** A copy that was read is queued. */
  void recalled(long index) {
    recalled.add(index);
  }

  /** A portion was read, up to the message {@code last}. */
  void read(Place goOn, long last, int messages, int rate, MonotonicTime now) {
    reading = false;
    next = goOn;
    scanned = Math.max(scanned, last);
    long nanos = messages * Duration.ofSeconds(1).toNanos() / rate;
    notBefore = now.plus(messages == 0 ? PAUSE : Duration.ofNanos(nanos));
  }

  /** When the next portion is due; null: not by time. */
  @Nullable MonotonicTime wakeAt() {
    return behind && !reading && recalled.size() < MAX_RECALLED ? notBefore : null;
  }
}

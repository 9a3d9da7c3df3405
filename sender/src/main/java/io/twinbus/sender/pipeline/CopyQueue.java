package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lane's copies for one region: the batch on its way, pieces that came back, and the rest.
 *
 * <p>How a batch is cut:
 *
 * <ol>
 *   <li>Pieces that came back go first, each by itself: a retry holds no message that the first
 *       attempt did not, and the halves of a refused batch are not joined again.
 *   <li>Messages are taken from the front. One is left where it stands while its predecessor is
 *       unsettled and not in this batch, or while the journal has not noted that a message it
 *       passes over failed; then all later ones of its stream are left as well, since each has an
 *       unsettled predecessor outside the batch.
 *   <li>The first that does not fit ends the batch.
 * </ol>
 */
final class CopyQueue {

  /**
   * The bounds of one batch.
   *
   * @param oneSession whether all its messages must be of one session
   */
  record Limits(int maxMessages, int maxBytes, boolean oneSession) {}

  /** How many messages are looked at for one batch, for each that it may hold. */
  private static final int LOOK_AHEAD = 16;

  private final int region;
  private final Deque<List<Entry>> pieces = new ArrayDeque<>();
  private final LinkedHashSet<Entry> fresh = new LinkedHashSet<>();
  private final LinkedHashSet<Entry> kept = new LinkedHashSet<>();
  private @Nullable Batch inFlight;

  CopyQueue(int region) {
    this.region = region;
  }

  void add(Entry entry) {
    fresh.add(entry);
  }

  /** Holds an unsettled message for which the region is behind. */
  void addKept(Entry entry) {
    kept.add(entry);
  }

  /** Takes out what waits and was never sent: the journal keeps it. */
  List<Entry> takeFresh() {
    List<Entry> taken = new ArrayList<>(fresh);
    fresh.clear();
    return taken;
  }

  /** Takes out the unsettled messages for which the region is behind. */
  List<Entry> takeKept() {
    List<Entry> taken = new ArrayList<>(kept);
    kept.clear();
    return taken;
  }

  /** Forgets a message for which the region is behind. */
  void dropKept(Entry entry) {
    kept.remove(entry);
  }

  /** How many copies wait or are on their way; one that has ended meanwhile may still count. */
  int size() {
    int size = fresh.size() + (inFlight == null ? 0 : inFlight.entries().size());
    for (List<Entry> piece : pieces) {
      size += piece.size();
    }
    return size;
  }

  boolean hasWaiting() {
    return !pieces.isEmpty() || !fresh.isEmpty();
  }

  @Nullable Batch inFlight() {
    return inFlight;
  }

  void sent(Batch batch) {
    inFlight = batch;
  }

  /** Takes the batch on its way out, if it is {@code id}; null: an answer that nobody awaits. */
  @Nullable Batch take(BatchId id) {
    Batch batch = inFlight;
    if (batch == null || !batch.id().equals(id)) {
      return null;
    }
    inFlight = null;
    return batch;
  }

  /** Puts a piece back before everything else. */
  void putBack(List<Entry> piece) {
    pieces.addFirst(new ArrayList<>(piece));
  }

  /** Takes the next batch out; empty when nothing may go now. */
  List<Entry> cut(Limits limits) {
    List<Entry> batch = new ArrayList<>();
    Iterator<List<Entry>> each = pieces.iterator();
    while (batch.isEmpty() && each.hasNext()) {
      List<Entry> piece = each.next();
      take(piece.iterator(), limits, batch);
      if (piece.isEmpty()) {
        each.remove();
      }
    }
    if (batch.isEmpty()) {
      take(fresh.iterator(), limits, batch);
    }
    return batch;
  }

  private void take(Iterator<Entry> from, Limits limits, List<Entry> batch) {
    int bytes = 0;
    SessionId session = null;
    for (int looked = 0; from.hasNext() && looked < limits.maxMessages() * LOOK_AHEAD; looked++) {
      Entry entry = from.next();
      if (!entry.copy(region).isWaiting()) {
        from.remove();
        continue;
      }
      boolean fits =
          batch.isEmpty()
              || (batch.size() < limits.maxMessages()
                  && bytes + (long) entry.bytes() <= limits.maxBytes());
      if (!fits || !entry.isDurable()) {
        return;
      }
      SessionId own = entry.message().session();
      if (mayFollow(entry) && !(limits.oneSession() && session != null && !own.equals(session))) {
        from.remove();
        entry.copy(region).sent();
        batch.add(entry);
        bytes = (int) Math.min((long) bytes + entry.bytes(), Integer.MAX_VALUE);
        session = own;
      }
    }
  }

  /** A copy of this queue is SENT only while it is in the batch on its way, or being cut. */
  private boolean mayFollow(Entry entry) {
    Entry before = entry.predecessor;
    return !entry.isHeld() && (before == null || before.copy(region).isSent());
  }

  /** Hands out, and forgets, the waiting messages whose deadline has come. */
  void expire(MonotonicTime now, Consumer<Entry> expired) {
    Iterator<List<Entry>> each = pieces.iterator();
    while (each.hasNext()) {
      List<Entry> piece = each.next();
      expire(piece.iterator(), now, expired);
      if (piece.isEmpty()) {
        each.remove();
      }
    }
    expire(fresh.iterator(), now, expired);
  }

  private void expire(Iterator<Entry> waiting, MonotonicTime now, Consumer<Entry> expired) {
    while (waiting.hasNext()) {
      Entry entry = waiting.next();
      if (entry.copy(region).isWaiting()) {
        if (!now.isAtOrAfter(entry.deadline())) {
          return;
        }
        expired.accept(entry);
      }
      waiting.remove();
    }
  }

  /** The earliest deadline of what waits; null when nothing does. */
  @Nullable MonotonicTime earliestDeadline() {
    MonotonicTime earliest = fresh.isEmpty() ? null : fresh.iterator().next().deadline();
    for (List<Entry> piece : pieces) {
      MonotonicTime deadline = piece.get(0).deadline();
      earliest = earliest == null ? deadline : MonotonicTime.earlier(earliest, deadline);
    }
    return earliest;
  }

  /** Forgets a waiting message that was given up. */
  void drop(Entry entry) {
    kept.remove(entry);
    if (!fresh.remove(entry)) {
      pieces.forEach(piece -> piece.remove(entry));
      pieces.removeIf(List::isEmpty);
    }
  }

  /** Takes everything out: what waits and what is on its way. */
  List<Entry> drain() {
    List<Entry> all = new ArrayList<>();
    if (inFlight != null) {
      all.addAll(inFlight.entries());
      inFlight = null;
    }
    pieces.forEach(all::addAll);
    all.addAll(fresh);
    all.addAll(kept);
    kept.clear();
    pieces.clear();
    fresh.clear();
    return all;
  }
}

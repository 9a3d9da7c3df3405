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
 * One lane's copies for one region: the batch in flight, pieces of batches that came back, and
 * fresh copies that were never sent.
 *
 * <p>How a batch is cut:
 *
 * <ol>
 *   <li>Pieces that came back go first, each by itself. So a retry holds no message that the first
 *       attempt did not hold, and the halves of a refused batch are not joined again.
 *   <li>Messages are taken from the front. A message stays in the queue while its predecessor is
 *       unsettled and not in this batch. It also stays until the failure of a message that it
 *       passes over is durable. All later messages of its stream then stay as well, because each
 *       has an unsettled predecessor outside the batch.
 *   <li>The first message that does not fit ends the batch.
 * </ol>
 */
final class CopyQueue {

  /**
   * The bounds of one batch.
   *
   * @param oneSession whether all messages of the batch must belong to one session
   */
  record Limits(int maxMessages, int maxBytes, boolean oneSession) {}

  /** How many queued messages are examined for each message that a batch may hold. */
  private static final int LOOK_AHEAD = 16;

  private final int region;
  private final Deque<List<PendingMessage>> pieces = new ArrayDeque<>();
  private final LinkedHashSet<PendingMessage> fresh = new LinkedHashSet<>();
  private final LinkedHashSet<PendingMessage> kept = new LinkedHashSet<>();
  private @Nullable Batch inFlight;

  CopyQueue(int region) {
    this.region = region;
  }

  void add(PendingMessage pending) {
    fresh.add(pending);
  }

  /** Holds an unsettled message for which the region is behind. */
  void addKept(PendingMessage pending) {
    kept.add(pending);
  }

  /** Removes and returns the copies that were never sent, for the journal to keep. */
  List<PendingMessage> takeFresh() {
    List<PendingMessage> taken = new ArrayList<>(fresh);
    fresh.clear();
    return taken;
  }

  /** Removes and returns the unsettled messages that the journal keeps for the region. */
  List<PendingMessage> takeKept() {
    List<PendingMessage> taken = new ArrayList<>(kept);
    kept.clear();
    return taken;
  }

  /** Removes a message that the journal keeps for the region. */
  void dropKept(PendingMessage pending) {
    kept.remove(pending);
  }

  /** The number of copies that wait or are in flight; it may include copies that ended since. */
  int size() {
    int size = fresh.size() + (inFlight == null ? 0 : inFlight.messages().size());
    for (List<PendingMessage> piece : pieces) {
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

  /** Removes and returns the batch in flight; null when it is not {@code id}. */
  @Nullable Batch take(BatchId id) {
    Batch batch = inFlight;
    if (batch == null || !batch.id().equals(id)) {
      return null;
    }
    inFlight = null;
    return batch;
  }

  /** Puts a piece back at the front. */
  void putBack(List<PendingMessage> piece) {
    pieces.addFirst(new ArrayList<>(piece));
  }

  /** Removes and returns the next batch; empty when no message may go now. */
  List<PendingMessage> cut(Limits limits) {
    List<PendingMessage> batch = new ArrayList<>();
    Iterator<List<PendingMessage>> each = pieces.iterator();
    while (batch.isEmpty() && each.hasNext()) {
      List<PendingMessage> piece = each.next();
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

  private void take(Iterator<PendingMessage> from, Limits limits, List<PendingMessage> batch) {
    int bytes = 0;
    SessionId session = null;
    for (int looked = 0; from.hasNext() && looked < limits.maxMessages() * LOOK_AHEAD; looked++) {
      PendingMessage pending = from.next();
      if (!pending.copy(region).isWaiting()) {
        from.remove();
        continue;
      }
      boolean fits =
          batch.isEmpty()
              || (batch.size() < limits.maxMessages()
                  && bytes + (long) pending.bytes() <= limits.maxBytes());
      if (!fits || !pending.isDurable()) {
        return;
      }
      SessionId own = pending.message().session();
      if (mayFollow(pending) && !(limits.oneSession() && session != null && !own.equals(session))) {
        from.remove();
        pending.copy(region).sent();
        batch.add(pending);
        bytes = (int) Math.min((long) bytes + pending.bytes(), Integer.MAX_VALUE);
        session = own;
      }
    }
  }

  /** A copy of this queue is SENT only while it is in the batch in flight or the one being cut. */
  private boolean mayFollow(PendingMessage pending) {
    PendingMessage before = pending.predecessor;
    return !pending.isHeld() && (before == null || before.copy(region).isSent());
  }

  /** Removes the waiting messages whose deadline has come, and hands them to {@code expired}. */
  void expire(MonotonicTime now, Consumer<PendingMessage> expired) {
    Iterator<List<PendingMessage>> each = pieces.iterator();
    while (each.hasNext()) {
      List<PendingMessage> piece = each.next();
      expire(piece.iterator(), now, expired);
      if (piece.isEmpty()) {
        each.remove();
      }
    }
    expire(fresh.iterator(), now, expired);
  }

  private void expire(
      Iterator<PendingMessage> waiting, MonotonicTime now, Consumer<PendingMessage> expired) {
    while (waiting.hasNext()) {
      PendingMessage pending = waiting.next();
      if (pending.copy(region).isWaiting()) {
        if (!now.isAtOrAfter(pending.deadline())) {
          return;
        }
        expired.accept(pending);
      }
      waiting.remove();
    }
  }

  /** The earliest deadline of a waiting message; null when no message waits. */
  @Nullable MonotonicTime earliestDeadline() {
    MonotonicTime earliest = fresh.isEmpty() ? null : fresh.iterator().next().deadline();
    for (List<PendingMessage> piece : pieces) {
      MonotonicTime deadline = piece.get(0).deadline();
      earliest = earliest == null ? deadline : MonotonicTime.earlier(earliest, deadline);
    }
    return earliest;
  }

  /** Removes a waiting message that was given up. */
  void drop(PendingMessage pending) {
    kept.remove(pending);
    if (!fresh.remove(pending)) {
      pieces.forEach(piece -> piece.remove(pending));
      pieces.removeIf(List::isEmpty);
    }
  }

  /** Removes and returns everything: waiting messages and the batch in flight. */
  List<PendingMessage> drain() {
    List<PendingMessage> all = new ArrayList<>();
    if (inFlight != null) {
      all.addAll(inFlight.messages());
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

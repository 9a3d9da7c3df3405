package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standby copies of one lane that one region has accepted and does not show yet. When their
 * home region fails, the sender hastens them: it sends each once more, to be seen at once.
 *
 * <ol>
 *   <li>A copy is kept when the region accepts it with 2 s or more of its delay left, for as long
 *       as that is so. All lanes share a bound in bytes; the oldest copies of the lane make room.
 *   <li>While the breaker of its home region is not closed, a copy is due, whatever became of the
 *       copy at home. It goes out under the same stream and number, so receivers take one of the
 *       two for a repeat.
 *   <li>It goes out once. A batch that fails is dropped, for the region has the delayed copies. A
 *       region that refuses for the moment is busy: all that is due is dropped.
 *   <li>A message that was reported to have failed is not hastened, nor one outside the order,
 *       which the broker may keep for days.
 * </ol>
 *
 * <p>These copies move no receipt, no count of the journal and no breaker.
 */
final class StandbyCopies {

  /** The delay that is left when a copy is worth a second send. */
  static final Duration WORTHWHILE = Duration.ofSeconds(2);

  private record Copy(PendingMessage pending, WireMessage wire, Instant visibleAt) {}

  private final RegionState region;
  private final List<RegionState> homes;
  private final List<Deque<Copy>> byHome = new ArrayList<>();
  private @Nullable BatchId inFlight;
  private int inFlightMessages;

  /** The copies in {@code region}; {@code homes} are all regions, in the order of their indexes. */
  StandbyCopies(RegionState region, List<RegionState> homes) {
    this.region = region;
    this.homes = homes;
    homes.forEach(home -> byHome.add(new ArrayDeque<>()));
  }

  /** Keeps those messages of an accepted batch that the region shows later. */
  void keep(Batch accepted, Now now) {
    for (int i = 0; i < accepted.messages().size(); i++) {
      WireMessage wire = accepted.wire().get(i);
      Instant visibleAt = wire.scheduledAt();
      boolean isKeptByTheBroker = wire.message().isOutsideOrder();
      if (visibleAt != null && !isKeptByTheBroker && isWorthwhile(visibleAt, now)) {
        keep(new Copy(accepted.messages().get(i), wire, visibleAt));
      }
    }
  }

  private void keep(Copy copy) {
    Deque<Copy> kept = byHome.get(copy.pending().home());
    while (!region.hastening().take(copy.pending().bytes())) {
      Copy oldest = kept.poll();
      if (oldest == null) {
        return;
      }
      region.hastening().give(oldest.pending().bytes());
    }
    kept.add(copy);
  }

  /** Drops the copies that the region shows soon, or shows already. */
  void forget(Now now) {
    for (Deque<Copy> kept : byHome) {
      while (!kept.isEmpty() && !isWorthwhile(kept.getFirst().visibleAt(), now)) {
        region.hastening().give(kept.removeFirst().pending().bytes());
      }
    }
  }

  /** Whether a hastened batch has no answer yet. */
  boolean isBusy() {
    return inFlight != null;
  }

  /** Whether a copy is due, and the region answers. */
  boolean isDue() {
    if (!region.breaker().isClosed()) {
      return false;
    }
    for (int home = 0; home < byHome.size(); home++) {
      if (isDue(home)) {
        return true;
      }
    }
    return false;
  }

  private boolean isDue(int home) {
    return !byHome.get(home).isEmpty() && !homes.get(home).breaker().isClosed();
  }

  /** Removes and returns the next batch, each message to be seen at once; it may be empty. */
  List<WireMessage> cut(BatchId id, CopyQueue.Limits limits) {
    List<WireMessage> batch = new ArrayList<>();
    for (int home = 0; home < byHome.size(); home++) {
      if (isDue(home)) {
        cut(byHome.get(home), limits, batch);
      }
    }
    if (!batch.isEmpty()) {
      inFlight = id;
      inFlightMessages = batch.size();
    }
    return batch;
  }

  private void cut(Deque<Copy> due, CopyQueue.Limits limits, List<WireMessage> batch) {
    long bytes = batch.stream().mapToLong(each -> MessageSize.of(each.message())).sum();
    for (Copy next = due.peek(); next != null; next = due.peek()) {
      PendingMessage pending = next.pending();
      boolean isOtherSession =
          limits.oneSession()
              && !batch.isEmpty()
              && !batch.get(0).message().session().equals(pending.message().session());
      boolean fits =
          batch.size() < limits.maxMessages() && bytes + pending.bytes() <= limits.maxBytes();
      if (!batch.isEmpty() && (isOtherSession || !fits)) {
        return;
      }
      due.remove();
      region.hastening().give(pending.bytes());
      if (!pending.isReportedFailed()) {
        batch.add(next.wire().visibleAtOnce());
        bytes += pending.bytes();
      }
    }
  }

  /** Takes in the answer to a hastened batch: the region has it. */
  void accepted(BatchId id) {
    if (id.equals(inFlight)) {
      region.countHastened(inFlightMessages);
      inFlight = null;
    }
  }

  /** Takes in that a hastened batch was refused, or has no answer: it is dropped. */
  void failed(BatchId id, boolean isBusy) {
    if (id.equals(inFlight)) {
      inFlight = null;
      if (isBusy) {
        clear();
      }
    }
  }

  /** Drops every copy. */
  void clear() {
    for (Deque<Copy> kept : byHome) {
      kept.forEach(copy -> region.hastening().give(copy.pending().bytes()));
      kept.clear();
    }
  }

  private static boolean isWorthwhile(Instant visibleAt, Now now) {
    return !visibleAt.isBefore(now.wall().plus(WORTHWHILE));
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.RegionFailure;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.AfterFailure;
import io.twinbus.sender.settings.SenderSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a copy ends: the stream goes on, the message is acknowledged or fails, bounds
 * move.
 *
 * <ol>
 *   <li>The first acceptance settles a message: its successors may go out.
 *   <li>A message that every region gave up fails. Its successor passes over it, or fails with it.
 *       With a journal both wait until the failure is durable.
 *   <li>A message ends when none of its copies is pending, and leaves memory.
 * </ol>
 *
 * <p>{@link Receipts} words and counts what producers are told.
 */
final class MessageSettlement {

  private final Acknowledge acknowledge;
  private final AfterFailure afterFailure;
  private final List<RegionState> regions;
  private final RecentNumbers recent;
  private final Deque<PendingMessage> heldBack = new ArrayDeque<>();
  private final Receipts receipts;
  private List<PendingMessage> moved = new ArrayList<>();
  private @Nullable JournalCoordinator journal;
  private boolean closing;
  private long inProgress;

  MessageSettlement(SenderSettings settings, List<RegionState> regions) {
    this.acknowledge = settings.acknowledge();
    this.receipts = new Receipts(acknowledge, regions);
    this.recent = new RecentNumbers(RecentNumbers.DEFAULT_BOUND);
    this.afterFailure = settings.afterFailure();
    this.regions = regions;
  }

  /** Sets the journal that keeps pending messages. */
  void attachJournal(JournalCoordinator value) {
    journal = value;
  }

  /** From now on every message that ends is given up because the sender closes. */
  void closing() {
    closing = true;
  }

  /** Counts a message that came back from the journal. */
  void restored(PendingMessage pending, boolean acknowledged) {
    inProgress++;
    if (acknowledged) {
      pending.acknowledge();
    }
  }

  /** Removes and returns the messages with copies that were left to the journal, or taken back. */
  List<PendingMessage> takeMoved() {
    List<PendingMessage> taken = moved;
    moved = taken.isEmpty() ? taken : new ArrayList<>();
    return taken;
  }

  /** Counts a new message. */
  void offered() {
    inProgress++;
    regions.forEach(RegionState::countOffered);
  }

  Receipts receipts() {
    return receipts;
  }

  RecentNumbers recent() {
    return recent;
  }

  /**
   * Removes and returns a message that has to fail because its predecessor did; null when there is
   * none. When it fails, the message behind it is next.
   */
  @Nullable PendingMessage takeHeldBack() {
    return heldBack.poll();
  }

  /** A region accepted the message. */
  void accepted(PendingMessage pending, RegionState region) {
    RegionCopy copy = region.copyOf(pending);
    copy.accepted();
    region.countAccepted();
    region.lagging().ended(pending, copy);
    ended(pending, region, true);
    if (pending.acceptedCount() == 1) {
      pending.stream().accepted(pending);
      receipts.settled(pending.tickets());
      regions.stream()
          .filter(other -> other.copyOf(pending).hasGivenUp())
          .forEach(RegionState::countLacking);
      if (acknowledge != Acknowledge.ALL) {
        countLagging(pending);
      }
    }
    conclude(pending);
  }

  /** The sender no longer tries to bring the message to a region. */
  void gaveUp(PendingMessage pending, RegionState region, GiveUp cause) {
    giveUp(pending, region, cause);
    conclude(pending);
  }

  /** The sender closes: the journal keeps the copy of an acknowledged message. */
  void kept(PendingMessage pending, RegionState region, GiveUp cause) {
    if (!pending.isAcknowledged()) {
      gaveUp(pending, region, cause);
      return;
    }
    region.lagging().ended(pending, region.copyOf(pending));
    region.copyOf(pending).keep();
    conclude(pending);
  }

  /** The sender closes: a message that waits only for regions that are behind waits no longer. */
  void stillKept(PendingMessage pending) {
    boolean waits = pending.isKeptAnywhere() && !pending.isPendingAnywhere();
    if (waits && !pending.isAcknowledged() && !pending.isReportedFailed()) {
      conclude(pending);
    }
  }

  /** The region is behind: the journal keeps the copy, and the message ends when others have it. */
  void fellBehind(PendingMessage pending, RegionState region) {
    region.lagging().ended(pending, region.copyOf(pending));
    region.copyOf(pending).keep();
    if (pending.acceptedCount() > 0) {
      conclude(pending);
    }
  }

  private void giveUp(PendingMessage pending, RegionState region, GiveUp cause) {
    RegionCopy copy = region.copyOf(pending);
    copy.giveUp(cause.reason(), cause.text(), cause.retrySensible());
    region.countGaveUp(cause.reason());
    region.lagging().ended(pending, copy);
    if (pending.acceptedCount() > 0) {
      region.countLacking();
    }
    if (cause.reason() != GiveUpReason.CLOSED) {
      ended(pending, region, false);
    }
  }

  private void ended(PendingMessage pending, RegionState region, boolean accepted) {
    if (journal != null) {
      journal.ended(pending, region, accepted);
    }
  }

  private void countLagging(PendingMessage pending) {
    for (RegionState region : regions) {
      RegionCopy copy = region.copyOf(pending);
      if (copy.isPending()) {
        region.lagging().add(pending, copy);
      }
    }
  }

  /**
   * Why a copy is given up.
   *
   * @param text the reason in words
   * @param retrySensible as in {@link RegionFailure}
   */
  record GiveUp(GiveUpReason reason, String text, boolean retrySensible) {}

  boolean isIdle() {
    return inProgress == 0;
  }

  private void conclude(PendingMessage pending) {
    if (pending.isPendingAnywhere()) {
      acknowledgeIfEnough(pending);
      return;
    }
    boolean keptByClosing = closing && pending.isAcknowledged() && pending.isKeptAnywhere();
    if (pending.acceptedCount() == 0 && !keptByClosing) {
      if (closing || !asksWhereItMayBe(pending)) {
        failedEverywhere(pending);
      }
      return;
    }
    acknowledgeIfEnough(pending);
    if (!pending.isAcknowledged() && pending.isKeptAnywhere() && !closing) {
      return;
    }
    if (!pending.isAcknowledged()) {
      receipts.failed(pending);
    }
    if (!takesBack(pending)) {
      end(pending, pending.acceptedCount() > 0);
    }
  }

  /**
   * Asks the regions that may have the message from before a restart, though they are behind. It
   * has not failed while one of them may have it: the next message must not pass over it.
   */
  private boolean asksWhereItMayBe(PendingMessage pending) {
    boolean asks = false;
    for (RegionState region : regions) {
      RegionCopy copy = region.copyOf(pending);
      if (copy.isKept() && copy.canHaveLanded()) {
        copy.takeBack();
        asks = true;
      }
    }
    if (asks) {
      moved.add(pending);
    }
    return asks;
  }

  /** With a journal, the failure is reported when it is durable, so that a restart knows it too. */
  private void failedEverywhere(PendingMessage pending) {
    giveUpKept(pending);
    if (pending.isAcknowledged()) {
      receipts.undeliverable(pending);
    }
    JournalCoordinator recording = closing ? null : journal;
    if (recording != null) {
      recording.failed(pending);
    }
    PendingMessage next =
        pending.stream().failed(pending, afterFailure == AfterFailure.FAIL_QUEUED);
    if (next != null) {
      heldBack.add(next);
    }
    if (recording == null) {
      reportFailed(pending);
    }
  }

  /** Reports a message that failed everywhere. */
  void reportFailed(PendingMessage pending) {
    if (pending.isAcknowledged()) {
      receipts.settled(pending.tickets());
    } else {
      receipts.failed(pending);
    }
    end(pending, false);
  }

  private void acknowledgeIfEnough(PendingMessage pending) {
    int accepted = pending.acceptedCount();
    boolean enough = acknowledge == Acknowledge.ALL ? accepted == regions.size() : accepted > 0;
    if (enough && !pending.isAcknowledged()) {
      acknowledge(pending);
    }
  }

  /** Gives up the kept copies: a message that the other regions refused is not kept for these. */
  private void giveUpKept(PendingMessage pending) {
    GiveUp cause =
        closing
            ? new GiveUp(GiveUpReason.CLOSED, "the sender was closed", true)
            : new GiveUp(GiveUpReason.REFUSED, "the other regions refused the message", false);
    for (RegionState region : regions) {
      if (region.copyOf(pending).isKept()) {
        giveUp(pending, region, cause);
        moved.add(pending);
      }
    }
  }

  /** Queues the copy for a region that is behind and has been given every message before it. */
  private boolean takesBack(PendingMessage pending) {
    boolean any = false;
    for (RegionState region : regions) {
      RegionCopy copy = region.copyOf(pending);
      if (copy.isKept() && region.catchUp().hasScanned(pending.index()) && !closing) {
        copy.takeBack();
        any = true;
      }
    }
    if (any || pending.isKeptAnywhere()) {
      moved.add(pending);
    }
    return any;
  }

  /** Hands the message's receipt out. */
  void acknowledge(PendingMessage pending) {
    pending.acknowledge();
    receipts.acknowledged(pending);
  }

  private void end(PendingMessage pending, boolean accepted) {
    inProgress--;
    pending.stream().ended(pending);
    if (journal != null) {
      journal.left(pending);
    }
    if (pending.isAcknowledged()) {
      receipts.ended(pending);
    }
    if (pending.isExplicit() && accepted) {
      recent.ended(receipts.statusOf(pending));
    }
  }
}

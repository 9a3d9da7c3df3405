package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.AfterFailure;
import io.twinbus.sender.CopyStatus;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.GiveUpReason;
import io.twinbus.sender.RegionFailure;
import io.twinbus.sender.SenderSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a copy ends: the stream goes on, receipts are handed out, bounds move. What is
 * told to producers is put into words, and counted, by {@link Receipts}.
 */
final class Settlement {

  /** For how many ended messages with explicit numbers one sent again can be answered. */
  private static final int RECENT_NUMBERS = 16_384;

  private final Acknowledge acknowledge;
  private final AfterFailure afterFailure;
  private final List<RegionState> regions;
  private final RecentNumbers recent = new RecentNumbers(RECENT_NUMBERS);
  private final Deque<Entry> heldBack = new ArrayDeque<>();
  private final Receipts receipts;
  private List<Entry> moved = new ArrayList<>();
  private @Nullable Keeper keeper;
  private boolean closing;
  private long unended;

  Settlement(SenderSettings settings, List<RegionState> regions) {
    this.acknowledge = settings.acknowledge();
    this.receipts = new Receipts(acknowledge);
    this.afterFailure = settings.afterFailure();
    this.regions = regions;
  }

  /** Says who keeps what is pending; null: nobody. */
  void keepWith(@Nullable Keeper value) {
    keeper = value;
  }

  /** From now on all that is pending ends. */
  void closing() {
    closing = true;
  }

  /** A message comes back from the journal: to all that are owed it, or to one that is behind. */
  void restored(Entry entry, boolean acknowledged) {
    unended++;
    if (acknowledged) {
      entry.acknowledge();
    }
  }

  /** Takes out those whose copies went over to the journal, or came back. */
  List<Entry> takeMoved() {
    List<Entry> taken = moved;
    moved = taken.isEmpty() ? taken : new ArrayList<>();
    return taken;
  }

  /** A message came in. */
  void offered() {
    unended++;
    regions.forEach(RegionState::countOffered);
  }

  /** A message came in again that is still being delivered. */
  void joined(Entry entry, long ticket) {
    entry.join(ticket);
    if (entry.acceptedCount() > 0) {
      receipts.settled(List.of(ticket));
    }
    if (entry.isAcknowledged()) {
      receipts.acknowledged(List.of(ticket), deliveryOf(entry));
    }
  }

  /** A message came in again that has ended as {@code delivery} says. */
  void repeated(long ticket, Delivery delivery) {
    receipts.settled(List.of(ticket));
    if (acknowledge != Acknowledge.ALL || delivery.isComplete()) {
      receipts.acknowledged(List.of(ticket), delivery);
      receipts.ended(List.of(ticket), delivery);
    } else {
      receipts.failed(List.of(ticket), delivery);
    }
  }

  /** A message came in whose number cannot be taken. */
  void rejected(long ticket, ExplicitNumbers.Fault fault) {
    receipts.rejected(ticket, fault);
  }

  /** What producers are told. */
  Receipts receipts() {
    return receipts;
  }

  RecentNumbers recent() {
    return recent;
  }

  /**
   * Takes out one that has to fail because the one before it in its stream did; null when there is
   * none. When it fails, the one behind it is next.
   */
  @Nullable Entry takeHeldBack() {
    return heldBack.poll();
  }

  /** A region has the message. */
  void accepted(Entry entry, RegionState region) {
    Copy copy = region.copyOf(entry);
    copy.accepted();
    region.countAccepted();
    region.leftBehind().ended(entry, copy);
    ended(entry, region, true);
    if (entry.acceptedCount() == 1) {
      entry.stream().accepted(entry);
      receipts.settled(entry.tickets());
      if (acknowledge != Acknowledge.ALL) {
        leaveBehind(entry);
      }
    }
    conclude(entry);
  }

  /** Nobody tries any more to bring the message to a region. */
  void gaveUp(Entry entry, RegionState region, GiveUp cause) {
    giveUp(entry, region, cause);
    conclude(entry);
  }

  /** The sender closes: the journal keeps what is pending. */
  void kept(Entry entry, RegionState region, GiveUp cause) {
    if (!entry.isAcknowledged()) {
      gaveUp(entry, region, cause);
      return;
    }
    region.leftBehind().ended(entry, region.copyOf(entry));
    region.copyOf(entry).keep();
    conclude(entry);
  }

  /** The region is behind: the journal keeps the copy, and the message goes when others have it. */
  void fellBehind(Entry entry, RegionState region) {
    region.leftBehind().ended(entry, region.copyOf(entry));
    region.copyOf(entry).keep();
    if (entry.acceptedCount() > 0) {
      conclude(entry);
    }
  }

  private void giveUp(Entry entry, RegionState region, GiveUp cause) {
    Copy copy = region.copyOf(entry);
    copy.giveUp(cause.reason(), cause.text(), cause.retrySensible());
    region.countGaveUp(cause.reason());
    region.leftBehind().ended(entry, copy);
    if (cause.reason() != GiveUpReason.CLOSED) {
      ended(entry, region, false);
    }
  }

  private void ended(Entry entry, RegionState region, boolean accepted) {
    if (keeper != null) {
      keeper.ended(entry, region, accepted);
    }
  }

  private void leaveBehind(Entry entry) {
    for (RegionState region : regions) {
      Copy copy = region.copyOf(entry);
      if (copy.isPending()) {
        region.leftBehind().add(entry, copy);
      }
    }
  }

  /** Why a copy is given up; the last two as in {@link RegionFailure}. */
  record GiveUp(GiveUpReason reason, String text, boolean retrySensible) {}

  void emit(Effect effect) {
    receipts.emit(effect);
  }

  boolean isIdle() {
    return unended == 0;
  }

  private void conclude(Entry entry) {
    if (entry.isPendingAnywhere()) {
      acknowledgeIfEnough(entry);
      return;
    }
    boolean keptByClosing = closing && entry.isAcknowledged() && entry.isKeptAnywhere();
    if (entry.acceptedCount() == 0 && !keptByClosing) {
      failedEverywhere(entry);
      return;
    }
    acknowledgeIfEnough(entry);
    if (!entry.isAcknowledged() && entry.isKeptAnywhere() && !closing) {
      return;
    }
    if (!entry.isAcknowledged()) {
      receipts.failed(entry.tickets(), deliveryOf(entry));
    }
    if (!takesBack(entry)) {
      end(entry, entry.acceptedCount() > 0);
    }
  }

  /** With a journal, its caller hears of it when a restart would know it as well. */
  private void failedEverywhere(Entry entry) {
    giveUpKept(entry);
    if (entry.isAcknowledged()) {
      Delivery delivery = deliveryOf(entry);
      receipts.undeliverable(entry.tickets(), delivery);
    }
    Keeper noting = closing ? null : keeper;
    if (noting != null) {
      noting.failed(entry);
    }
    Entry next = entry.stream().failed(entry, afterFailure == AfterFailure.FAIL_QUEUED);
    if (next != null) {
      heldBack.add(next);
    }
    if (noting == null) {
      reportFailed(entry);
    }
  }

  /** Tells of a message that failed everywhere. */
  void reportFailed(Entry entry) {
    if (entry.isAcknowledged()) {
      receipts.settled(entry.tickets());
    } else {
      receipts.failed(entry.tickets(), deliveryOf(entry));
    }
    end(entry, false);
  }

  private void acknowledgeIfEnough(Entry entry) {
    int accepted = entry.acceptedCount();
    boolean enough = acknowledge == Acknowledge.ALL ? accepted == regions.size() : accepted > 0;
    if (enough && !entry.isAcknowledged()) {
      acknowledge(entry);
    }
  }

  /** What every region refused that is not behind is not kept for one that is. */
  private void giveUpKept(Entry entry) {
    GiveUp cause =
        closing
            ? new GiveUp(GiveUpReason.CLOSED, "the sender was closed", true)
            : new GiveUp(GiveUpReason.REFUSED, "the other regions refused the message", false);
    for (RegionState region : regions) {
      if (region.copyOf(entry).isKept()) {
        giveUp(entry, region, cause);
        moved.add(entry);
      }
    }
  }

  /** A region that is behind has been given all before this message: it goes into its queue. */
  private boolean takesBack(Entry entry) {
    boolean any = false;
    for (RegionState region : regions) {
      Copy copy = region.copyOf(entry);
      if (copy.isKept() && region.catchUp().hasScanned(entry.index()) && !closing) {
        copy.takeBack();
        any = true;
      }
    }
    if (any || entry.isKeptAnywhere()) {
      moved.add(entry);
    }
    return any;
  }

  /** The receipt of a message goes out. */
  void acknowledge(Entry entry) {
    entry.acknowledge();
    receipts.acknowledged(entry.tickets(), deliveryOf(entry));
  }

  private void end(Entry entry, boolean accepted) {
    unended--;
    entry.stream().ended(entry);
    if (keeper != null) {
      keeper.left(entry);
    }
    boolean explicit = entry.stream().numbers() != null;
    if (!entry.isAcknowledged() && !explicit) {
      return;
    }
    Delivery delivery = deliveryOf(entry);
    if (entry.isAcknowledged()) {
      receipts.ended(entry.tickets(), delivery);
    }
    if (explicit && accepted) {
      recent.ended(delivery);
    }
  }

  private Delivery deliveryOf(Entry entry) {
    SortedMap<RegionName, CopyStatus> statuses = new TreeMap<>();
    SortedMap<RegionName, RegionFailure> failures = new TreeMap<>();
    for (RegionState region : regions) {
      Copy copy = region.copyOf(entry);
      statuses.put(region.name(), copy.status());
      if (copy.hasGivenUp()) {
        failures.put(region.name(), copy.failure());
      }
    }
    return new Delivery(
        entry.message().session(), entry.message().id(), entry.position(), statuses, failures);
  }
}

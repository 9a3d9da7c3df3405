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

/** What follows when a copy ends: the stream goes on, receipts are handed out, bounds move. */
final class Settlement {

  /** For how many ended messages with explicit numbers one sent again can be answered. */
  private static final int RECENT_NUMBERS = 16_384;

  private final Acknowledge acknowledge;
  private final AfterFailure afterFailure;
  private final List<RegionState> regions;
  private final RecentNumbers recent = new RecentNumbers(RECENT_NUMBERS);
  private final Deque<Entry> heldBack = new ArrayDeque<>();
  private List<Effect> effects = new ArrayList<>();
  private long unended;
  private long unacknowledged;
  private long acknowledged;
  private long failed;
  private long failedByClosing;

  Settlement(SenderSettings settings, List<RegionState> regions) {
    this.acknowledge = settings.acknowledge();
    this.afterFailure = settings.afterFailure();
    this.regions = regions;
  }

  /** A message came in. */
  void offered() {
    unended++;
    unacknowledged++;
    regions.forEach(RegionState::countOffered);
  }

  /** A message came in again that is still being delivered. */
  void joined(Entry entry, long ticket) {
    unacknowledged++;
    entry.join(ticket);
    if (entry.isAcknowledged()) {
      acknowledge(List.of(ticket), deliveryOf(entry));
    }
  }

  /** A message came in again that has ended as {@code delivery} says. */
  void repeated(long ticket, Delivery delivery) {
    unacknowledged++;
    if (acknowledge == Acknowledge.ANY || delivery.isComplete()) {
      acknowledge(List.of(ticket), delivery);
      emit(new Effect.Ended(ticket, delivery));
    } else {
      fail(List.of(ticket), delivery);
    }
  }

  /** A message came in whose number cannot be taken. */
  void rejected(long ticket, ExplicitNumbers.Fault fault) {
    failed++;
    emit(new Effect.Rejected(ticket, fault.kind(), fault.why()));
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
    region.copyOf(entry).accepted();
    region.countAccepted();
    region.leftBehind().ended(entry);
    if (entry.acceptedCount() == 1) {
      entry.stream().accepted(entry);
    }
    conclude(entry);
  }

  /** Nobody tries any more to bring the message to a region. */
  void gaveUp(Entry entry, RegionState region, GiveUp cause) {
    region.copyOf(entry).giveUp(cause.reason(), cause.text(), cause.retrySensible());
    region.countGaveUp(cause.reason());
    region.leftBehind().ended(entry);
    conclude(entry);
  }

  /** Why a copy is given up; the last two as in {@link RegionFailure}. */
  record GiveUp(GiveUpReason reason, String text, boolean retrySensible) {}

  void emit(Effect effect) {
    effects.add(effect);
  }

  /** Takes the effects so far out. */
  List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }

  boolean isIdle() {
    return unended == 0;
  }

  long unacknowledged() {
    return unacknowledged;
  }

  long acknowledged() {
    return acknowledged;
  }

  long failed() {
    return failed;
  }

  long failedByClosing() {
    return failedByClosing;
  }

  private void conclude(Entry entry) {
    boolean pending = entry.isPendingAnywhere();
    int accepted = entry.acceptedCount();
    if (!pending && accepted == 0) {
      Entry next = entry.stream().failed(entry, afterFailure == AfterFailure.FAIL_QUEUED);
      if (next != null) {
        heldBack.add(next);
      }
    }
    if (!entry.isAcknowledged()) {
      boolean enough = acknowledge == Acknowledge.ANY ? accepted > 0 : accepted == regions.size();
      if (enough) {
        acknowledge(entry);
      } else if (!pending) {
        fail(entry.tickets(), deliveryOf(entry));
      }
    }
    if (!pending) {
      end(entry, accepted > 0);
    }
  }

  private void acknowledge(Entry entry) {
    entry.acknowledge();
    for (RegionState region : regions) {
      Copy copy = region.copyOf(entry);
      if (copy.isPending()) {
        region.leftBehind().add(entry, copy);
      }
    }
    acknowledge(entry.tickets(), deliveryOf(entry));
  }

  private void acknowledge(List<Long> tickets, Delivery delivery) {
    for (long ticket : tickets) {
      unacknowledged--;
      acknowledged++;
      emit(new Effect.Acknowledged(ticket, delivery));
    }
  }

  private void fail(List<Long> tickets, Delivery delivery) {
    boolean byClosing =
        delivery.failures().values().stream()
            .anyMatch(failure -> failure.reason() == GiveUpReason.CLOSED);
    for (long ticket : tickets) {
      unacknowledged--;
      failed++;
      failedByClosing += byClosing ? 1 : 0;
      emit(new Effect.Failed(ticket, delivery));
    }
  }

  private void end(Entry entry, boolean accepted) {
    unended--;
    entry.stream().ended(entry);
    boolean explicit = entry.stream().numbers() != null;
    if (!entry.isAcknowledged() && !explicit) {
      return;
    }
    Delivery delivery = deliveryOf(entry);
    if (entry.isAcknowledged()) {
      entry.tickets().forEach(ticket -> emit(new Effect.Ended(ticket, delivery)));
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

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.CopyStatus;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.GiveUpReason;
import io.twinbus.sender.RegionFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What follows when a copy ends: the stream goes on, receipts are handed out, bounds move. */
final class Settlement {

  private final Acknowledge acknowledge;
  private final List<RegionState> regions;
  private List<Effect> effects = new ArrayList<>();
  private long unended;
  private long unacknowledged;
  private long acknowledged;
  private long failed;
  private long failedByClosing;

  Settlement(Acknowledge acknowledge, List<RegionState> regions) {
    this.acknowledge = acknowledge;
    this.regions = regions;
  }

  /** A message came in. */
  void offered() {
    unended++;
    unacknowledged++;
    regions.forEach(RegionState::countOffered);
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
      entry.stream().failed(entry);
    }
    if (!entry.isAcknowledged()) {
      boolean enough = acknowledge == Acknowledge.ANY ? accepted > 0 : accepted == regions.size();
      if (enough) {
        acknowledge(entry);
      } else if (!pending) {
        unacknowledged--;
        failed++;
        Delivery delivery = deliveryOf(entry);
        boolean byClosing =
            delivery.failures().values().stream()
                .anyMatch(failure -> failure.reason() == GiveUpReason.CLOSED);
        failedByClosing += byClosing ? 1 : 0;
        emit(new Effect.Failed(entry.ticket(), delivery));
      }
    }
    if (!pending) {
      unended--;
      entry.stream().ended();
      if (entry.isAcknowledged()) {
        emit(new Effect.Ended(entry.ticket(), deliveryOf(entry)));
      }
    }
  }

  private void acknowledge(Entry entry) {
    entry.acknowledge();
    unacknowledged--;
    acknowledged++;
    for (RegionState region : regions) {
      Copy copy = region.copyOf(entry);
      if (copy.isPending()) {
        region.leftBehind().add(entry, copy);
      }
    }
    emit(new Effect.Acknowledged(entry.ticket(), deliveryOf(entry)));
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

package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.RegionFailure;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.settings.Acknowledge;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Words and counts what producers are told, and collects the effects of a round. */
final class Receipts {

  private final Acknowledge acknowledge;
  private final List<RegionState> regions;
  private List<Effect> effects = new ArrayList<>();
  private long acknowledged;
  private long failed;
  private long failedByClosing;

  Receipts(Acknowledge acknowledge, List<RegionState> regions) {
    this.acknowledge = acknowledge;
    this.regions = regions;
  }

  void emit(Effect effect) {
    effects.add(effect);
  }

  /** Removes and returns the effects so far. */
  List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }

  /** The message is acknowledged. */
  void acknowledged(PendingMessage pending) {
    DeliveryStatus status = statusOf(pending);
    pending.tickets().forEach(ticket -> acknowledged(ticket, status));
  }

  /** The message failed everywhere, or in a region where it had to arrive. */
  void failed(PendingMessage pending) {
    pending.reportFailed();
    DeliveryStatus status = statusOf(pending);
    pending.tickets().forEach(ticket -> failed(ticket, status));
  }

  /** A message that the journal had acknowledged failed everywhere. */
  void undeliverable(PendingMessage pending) {
    DeliveryStatus status = statusOf(pending);
    pending.tickets().forEach(ticket -> emit(new Effect.Undeliverable(ticket, status)));
  }

  /** No copy of the message is pending any more. */
  void ended(PendingMessage pending) {
    DeliveryStatus status = statusOf(pending);
    pending.tickets().forEach(ticket -> emit(new Effect.Ended(ticket, status)));
  }

  /** A message was sent again under its explicit number while it is still being delivered. */
  void joined(PendingMessage pending, long ticket) {
    pending.join(ticket);
    if (pending.acceptedCount() > 0) {
      settled(List.of(ticket));
    }
    if (pending.isAcknowledged()) {
      acknowledged(ticket, statusOf(pending));
    }
  }

  /** A message was sent again under its explicit number after it ended with {@code status}. */
  void repeated(long ticket, DeliveryStatus status) {
    settled(List.of(ticket));
    if (acknowledge != Acknowledge.ALL || status.isComplete()) {
      acknowledged(ticket, status);
      emit(new Effect.Ended(ticket, status));
    } else {
      failed(ticket, status);
    }
  }

  /** The message is not taken in. */
  void rejected(long ticket, SendFailedException.Kind kind, String why) {
    failed++;
    emit(new Effect.Rejected(ticket, kind, why));
  }

  /** With acknowledgement by the journal a message leaves the window later than its receipt. */
  void settled(List<Long> tickets) {
    if (acknowledge == Acknowledge.JOURNAL) {
      tickets.forEach(ticket -> emit(new Effect.Settled(ticket)));
    }
  }

  /** The status of every copy of the message, at this moment. */
  DeliveryStatus statusOf(PendingMessage pending) {
    SortedMap<RegionName, CopyStatus> copies = new TreeMap<>();
    SortedMap<RegionName, RegionFailure> failures = new TreeMap<>();
    for (RegionState region : regions) {
      RegionCopy copy = region.copyOf(pending);
      copies.put(region.name(), copy.status());
      if (copy.hasGivenUp()) {
        failures.put(region.name(), copy.failure());
      }
    }
    return new DeliveryStatus(
        pending.message().session(), pending.message().id(), pending.position(), copies, failures);
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

  private void acknowledged(long ticket, DeliveryStatus status) {
    acknowledged++;
    emit(new Effect.Acknowledged(ticket, status));
  }

  private void failed(long ticket, DeliveryStatus status) {
    failed++;
    boolean byClosing =
        status.failures().values().stream()
            .anyMatch(failure -> failure.reason() == GiveUpReason.CLOSED);
    failedByClosing += byClosing ? 1 : 0;
    emit(new Effect.Failed(ticket, status));
  }
}

package io.twinbus.sender.pipeline;

import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.GiveUpReason;
import java.util.ArrayList;
import java.util.List;

/** What the producers of messages are told, and how many were told what; all effects pass here. */
final class Receipts {

  private final Acknowledge acknowledge;
  private List<Effect> effects = new ArrayList<>();
  private long acknowledged;
  private long failed;
  private long failedByClosing;

  Receipts(Acknowledge acknowledge) {
    this.acknowledge = acknowledge;
  }

  void emit(Effect effect) {
    effects.add(effect);
  }

  /** Takes the effects so far out. */
  List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = new ArrayList<>();
    return taken;
  }

  /** As many regions as were asked for have the message. */
  void acknowledged(List<Long> tickets, Delivery delivery) {
    for (long ticket : tickets) {
      acknowledged++;
      emit(new Effect.Acknowledged(ticket, delivery));
    }
  }

  /** The message failed everywhere, or where it had to arrive. */
  void failed(List<Long> tickets, Delivery delivery) {
    boolean byClosing =
        delivery.failures().values().stream()
            .anyMatch(failure -> failure.reason() == GiveUpReason.CLOSED);
    for (long ticket : tickets) {
      failed++;
      failedByClosing += byClosing ? 1 : 0;
      emit(new Effect.Failed(ticket, delivery));
    }
  }

  /** A message came in whose number cannot be taken. */
  void rejected(long ticket, ExplicitNumbers.Fault fault) {
    failed++;
    emit(new Effect.Rejected(ticket, fault.kind(), fault.why()));
  }

  /** A message that was acknowledged by the journal failed everywhere. */
  void undeliverable(List<Long> tickets, Delivery delivery) {
    tickets.forEach(ticket -> emit(new Effect.Undeliverable(ticket, delivery)));
  }

  /** With acknowledgement by the journal the window is left later than the receipt comes. */
  void settled(List<Long> tickets) {
    if (acknowledge == Acknowledge.JOURNAL) {
      tickets.forEach(ticket -> emit(new Effect.Settled(ticket)));
    }
  }

  /** No copy is pending any more. */
  void ended(List<Long> tickets, Delivery delivery) {
    tickets.forEach(ticket -> emit(new Effect.Ended(ticket, delivery)));
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
}

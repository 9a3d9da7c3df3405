package io.twinbus.receiver.session.message;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import org.jspecify.annotations.Nullable;

/** A message that has a record of its own, while it is the one in hand: where it stands. */
final class SingleMessage {

  /** How far it has come. */
  enum Phase {
    /** Its record is to be decided upon. */
    NEXT,
    /** Its record is being read. */
    LOOKING,
    /** The write that takes it is out. */
    TAKING,
    /** It is taken, and its handler not called yet. */
    READY,
    /** Its handler has been called. */
    CALLED,
    /** The write that counts a failure is out. */
    COUNTING,
    /** A failure is on record; it waits for its next attempt. */
    WAITING,
    /** Its end is being noted in the session record, with the state that it made. */
    NOTING,
    /** The write that ends it is out. */
    ENDING,
    /** The write that gives it back is out. */
    RETURNING
  }

  /** How it ends: on record, and for its copy. */
  record Ending(EndState state, String reason, Settlement settlement) {}

  final Delivery delivery;
  Phase phase = Phase.NEXT;

  /** What a read of its record showed that was not decided upon; null: nothing was read. */
  @Nullable ReadOutcome<MessageRecord> seen;

  /** When it was read. */
  @Nullable MonotonicTime seenAt;

  /** Under which claim it is taken; null before. */
  @Nullable Owner owner;

  /** Its record, when it is taken. */
  MessageContent.@Nullable Open open;

  @Nullable Version version;

  /** What is to be written, when a write is out. */
  @Nullable MessageContent wanted;

  /** How it ends, as soon as that is written. */
  @Nullable Ending ending;

  /** Why its session is held, as soon as the failure is counted. */
  @Nullable Block block;

  /** Whether a write that takes it has stood. */
  boolean isTaken;

  /** Whether a living worker had it when it was read last. */
  boolean isContended;

  /** How it came to be taken, until that is told. */
  ClaimDecision.@Nullable Kind kind;

  /** What the call counts whose end is unknown, and which the renewed claim is to count. */
  CountedAs lost = CountedAs.NOT;

  /** Whether the last call counts as its last one. */
  boolean isGivenUp;

  /** Whether the claim goes back with it. */
  boolean releasesClaim;

  SingleMessage(Delivery delivery) {
    this.delivery = delivery;
  }

  MessageKey key() {
    return delivery.name().key();
  }

  boolean isUnder(@Nullable ClaimId claim) {
    return owner == null || owner.claim().equals(claim);
  }

  /** Nothing of what was to be written stands: its record reads otherwise. */
  void decideOn(ReadOutcome<MessageRecord> read) {
    phase = Phase.NEXT;
    seen = read;
    open = null;
    version = null;
    ending = null;
    block = null;
  }

  void standsAs(MessageContent.Open now, Version at) {
    open = now;
    version = at;
  }
}

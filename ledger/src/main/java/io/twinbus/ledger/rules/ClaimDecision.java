package io.twinbus.ledger.rules;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.Version;

/** What to do about claiming a session. */
public sealed interface ClaimDecision {

  /** There is no record: create it, claimed. */
  record Create(SessionRecord record) implements ClaimDecision {}

  /** Replace the record, claimed. */
  record Replace(SessionRecord record, Version version, Kind kind) implements ClaimDecision {}

  /** Replace the record, held for an operator: a message was started and its end is not known. */
  record Hold(SessionRecord record, Version version) implements ClaimDecision {}

  /** Not now. */
  record Leave(Reason reason) implements ClaimDecision {}

  /** How a claim over a record comes about. */
  enum Kind {
    /** No worker held the session. */
    FREE,
    /** The owner's lease has run out. */
    TAKEOVER,
    /** The claim on record is of this process, and no worker of it serves it. */
    ORPHAN
  }

  /** Why a session is left alone. */
  enum Reason {
    /** A worker elsewhere, or another one here, holds it. */
    OWNED,
    /** It is held for an operator. */
    BLOCKED
  }
}

package io.twinbus.ledger.store;

import io.twinbus.ledger.SessionRecord;

/** What a read found. */
public sealed interface ReadOutcome {

  /** The record as it stands. */
  record Found(SessionRecord record, Version version) implements ReadOutcome {}

  /** There is no record. */
  record Absent() implements ReadOutcome {}

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown(String why) implements ReadOutcome {}
}

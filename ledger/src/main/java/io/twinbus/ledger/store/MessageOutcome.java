package io.twinbus.ledger.store;

import io.twinbus.ledger.MessageRecord;

/** What a read of a message record found. */
public sealed interface MessageOutcome {

  /** The record as it stands. */
  record Found(MessageRecord record, Version version) implements MessageOutcome {}

  /** There is no record. */
  record Absent() implements MessageOutcome {}

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown(String why) implements MessageOutcome {}
}

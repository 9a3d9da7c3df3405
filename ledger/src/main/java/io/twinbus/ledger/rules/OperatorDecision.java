package io.twinbus.ledger.rules;

import io.twinbus.ledger.SessionRecord;

/** What comes of an operator's order, given the record as read. */
public sealed interface OperatorDecision {

  /** Write {@code record} over the one that was read; {@code effect} says what changes. */
  record Write(SessionRecord record, String effect) implements OperatorDecision {}

  /** It would break a promise, or there is nothing to do; {@code why} is one sentence. */
  record Refuse(String why) implements OperatorDecision {}

  /** A worker owns the session; what is refused now may be allowed in a moment. */
  record Busy(String why) implements OperatorDecision {}
}

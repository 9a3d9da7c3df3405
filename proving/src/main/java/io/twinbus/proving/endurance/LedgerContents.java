package io.twinbus.proving.endurance;

import io.twinbus.rehearsal.drill.HeldClaims;

/**
 * What a run has left in the ledger.
 *
 * @param sessions how many sessions are on record
 * @param held how many of them are claimed by an owner that may be alive
 * @param abandoned how many are claimed by a dead one: the session's next message takes it over
 * @param cursors how many streams' cursors the records have
 */
record LedgerContents(long sessions, long held, long abandoned, long cursors) {

  /** What {@code left} says. */
  static LedgerContents of(HeldClaims.Left left) {
    return new LedgerContents(
        left.records().size(),
        left.claims().held().size(),
        left.claims().abandoned().size(),
        left.records().stream().mapToLong(record -> record.progress().cursors().size()).sum());
  }
}

package io.twinbus.rehearsal.run;

/** What the ledger was asked for. */
public record LedgerUse(long reads, long writes, double requestUnits) {

  /** What is left of it without {@code other}. */
  public LedgerUse minus(LedgerUse other) {
    return new LedgerUse(
        reads - other.reads, writes - other.writes, requestUnits - other.requestUnits);
  }
}

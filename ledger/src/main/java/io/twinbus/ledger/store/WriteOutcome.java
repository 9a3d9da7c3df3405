package io.twinbus.ledger.store;

/** What became of a write: three outcomes, not two. */
public sealed interface WriteOutcome {

  /** The write was applied, and the document now has {@code version}. */
  record Written(Version version) implements WriteOutcome {}

  /** This call was not applied: the document exists (create) or has another version (replace). */
  record Conflict() implements WriteOutcome {}

  /**
   * The write may have been applied, now or later; {@code why} is for logs. Only the same write
   * again finds out.
   */
  record Unknown(String why) implements WriteOutcome {}
}

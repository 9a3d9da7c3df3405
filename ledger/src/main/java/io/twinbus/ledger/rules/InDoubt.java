package io.twinbus.ledger.rules;

/** What becomes of a message whose handler was started and whose end is not recorded. */
public enum InDoubt {
  /** It runs again, under a higher token or attempt: for handlers that bear a repeat. */
  RERUN,
  /**
   * Every start is recorded before it happens, at the cost of one more write a message; a message
   * with a recorded start and no recorded end never runs again, its session waits for an operator.
   */
  BLOCK
}

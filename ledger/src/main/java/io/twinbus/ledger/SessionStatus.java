package io.twinbus.ledger;

/** What a session record says about work on its session. */
public enum SessionStatus {
  /** Known, never claimed: a gap was reported before any message could run. */
  PENDING,
  /** Claimed by the owner that the record names. */
  WORKING,
  /** Released: whoever has a runnable message may claim it. */
  IDLE,
  /** Held for an operator: nobody may claim it. */
  BLOCKED
}

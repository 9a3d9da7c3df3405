package io.twinbus.ledger;

/** What a session record says about work on its session. */
public enum SessionStatus {
  /**
   * Known, and nobody has given it back: never claimed, because a gap was reported before any
   * message could run, or its last owner died, which the claim after it counts.
   */
  PENDING,
  /** Claimed by the owner that the record names. */
  WORKING,
  /** Released: whoever has a runnable message may claim it. */
  IDLE,
  /** Held for an operator: nobody may claim it. */
  BLOCKED
}

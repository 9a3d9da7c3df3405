package io.twinbus.ledger;

/** What a session record says about work on its session. */
public enum SessionStatus {
  /**
   * Known, and not released: never claimed, because a gap was reported before any message could
   * run, or its last owner died, which the claim after it counts.
   */
  PENDING,
  /** Claimed by the owner that the record names. */
  WORKING,
  /** Released: a worker with a runnable message may claim it. */
  IDLE,
  /** Held for an operator: no worker may claim it. */
  BLOCKED,
  /**
   * Forgotten by an operator: nothing is left but how far the session has come. A worker with a
   * runnable message may claim it.
   */
  FORGOTTEN
}

package io.twinbus.ledger.rules;

/** How an instance judges the owner that a record names. */
public enum OwnerState {
  /** Its lease is renewed, or not yet watched for long enough: leave its claim alone. */
  ALIVE,
  /** It has shown no sign of life for a whole lease time: take over. */
  DEAD,
  /** It is this process, and a worker of it serves the claim: leave it alone. */
  SERVED,
  /** It is this process, and no worker of it serves the claim: claim anew. */
  ORPHAN
}

package io.twinbus.ledger.rules;

/** What a worker claims in the ledger before it calls a handler. */
public enum ClaimScope {
  /** The session; a message that no cursor speaks of has a record of its own under that claim. */
  SESSION,
  /** Each message by itself, through its own record; no worker claims the session. */
  MESSAGE
}

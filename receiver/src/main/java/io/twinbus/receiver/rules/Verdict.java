package io.twinbus.receiver.rules;

/** What the ledger's progress says about a sequenced message. */
public enum Verdict {
  /** It has reached an end state: settle the copy accordingly, without a handler. */
  COVERED,
  /** Its predecessor is neither ended nor here: wait. */
  GAP,
  /** It is next, but older than the ledger remembers: end it as DEAD, never run it. */
  TOO_OLD,
  /** It is next, and its time has passed: end it as DEAD. */
  EXPIRED,
  /** It is next, and passes over numbers that failed: close the hole first. */
  OVER_HOLE,
  /** It is next: run the handler. */
  NEXT
}

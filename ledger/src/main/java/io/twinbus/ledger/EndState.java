package io.twinbus.ledger;

/** How a number of a stream ended. */
public enum EndState {
  /** The handler completed the message. */
  DONE,
  /** The message was dead-lettered, with a reason. */
  DEAD,
  /** A policy or an operator passed over the message. */
  SKIPPED,
  /** The sender reported the number as failed, and its successor closed the hole. */
  HOLE
}

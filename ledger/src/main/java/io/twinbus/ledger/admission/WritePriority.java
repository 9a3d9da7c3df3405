package io.twinbus.ledger.admission;

/** Which writes go first when not all can go, the most urgent first. */
public enum WritePriority {
  /** Writes of a session that is held: commits, ends, holes, starts, renewals, releases. */
  HELD,
  /** Claims. */
  CLAIM,
  /** Reports of gaps, in sessions that are not held. */
  REPORT
}

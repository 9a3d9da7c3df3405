package io.twinbus.local.cosmos.faults;

/** The moment at which a fault strikes. */
public enum FaultPoint {
  /** The request has come in and nothing was done. */
  BEFORE_COMMIT,
  /** The request has done what it asked for; only its answer is still to be sent. */
  AFTER_COMMIT
}

package io.twinbus.local.faults;

/** The moment at which a fault strikes. */
public enum FaultPoint {
  /** The request has come in and nothing was done. */
  BEFORE_COMMIT,
  /** It has been carried out and only the reply is missing. */
  AFTER_COMMIT
}

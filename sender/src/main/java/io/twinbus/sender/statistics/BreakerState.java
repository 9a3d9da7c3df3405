package io.twinbus.sender.statistics;

/** Whether the sender believes that a region works. */
public enum BreakerState {
  /** The region works: copies are sent as they come. */
  CLOSED,
  /** The region does not work: copies wait for it, and the sender probes it from time to time. */
  OPEN,
  /** A probe has been sent and has no answer yet. */
  PROBING
}

package io.twinbus.sender;

/** Whether the sender believes that a region works. */
public enum BreakerState {
  /** It works: copies are sent as they come. */
  CLOSED,
  /** It does not: copies wait for it, and only a probe goes there now and then. */
  OPEN,
  /** A probe is under way. */
  PROBING
}

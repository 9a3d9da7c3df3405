package io.twinbus.proving.killtest;

/** Where a message can be. */
enum MessagePlace {
  /** Nowhere: not accepted, or completed, or cancelled. */
  NOWHERE,
  /** In the queue, to be received. */
  ACTIVE,
  /** Set aside. */
  DEFERRED,
  /** Not visible before its time. */
  SCHEDULED,
  /** In the dead-letter queue. */
  DEAD
}

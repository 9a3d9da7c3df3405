package io.twinbus.local.servicebus.broker;

/** What became of a disposition or a renewal. */
public enum Settlement {
  /** It was applied. */
  APPLIED,
  /** The lock had ended before; nothing was changed. */
  LOCK_LOST
}

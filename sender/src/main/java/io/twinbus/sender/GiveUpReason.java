package io.twinbus.sender;

/** Why the sender stopped trying to deliver a copy to a region. */
public enum GiveUpReason {
  /** The region refused the message, or its entity takes none. */
  REFUSED,
  /** The delivery timeout passed. */
  TIMED_OUT,
  /** Too many copies were waiting for the region; this was among the oldest. */
  SHED,
  /**
   * One before it failed, in its explicit stream or with {@link AfterFailure#FAIL_QUEUED} set; it
   * was not sent, or not heard of.
   */
  HELD_BACK,
  /** The sender was closed first. */
  CLOSED
}

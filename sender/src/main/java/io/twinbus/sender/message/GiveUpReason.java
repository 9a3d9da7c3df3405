package io.twinbus.sender.message;

/** Why the sender stopped trying to deliver a copy to a region. */
public enum GiveUpReason {
  /** The region refused the message, or its entity takes no messages. */
  REFUSED,
  /** The delivery timeout passed. */
  TIMED_OUT,
  /** Too many copies waited for the region, and this was among the oldest. */
  SHED,
  /**
   * A message before it failed, in its explicit stream or with {@code after-failure: fail-queued};
   * this one was not sent, or its attempt had no answer.
   */
  HELD_BACK,
  /** The sender closed first. */
  CLOSED
}

package io.twinbus.sender.message;

/** The status of a message's copy for one region. */
public enum CopyStatus {
  /** The region has the copy. */
  ACCEPTED,
  /** The sender is still delivering the copy. */
  PENDING,
  /** The journal keeps the copy; the sender delivers it when the region takes messages again. */
  KEPT,
  /** The sender stopped trying; the region may lack the copy. */
  GAVE_UP
}

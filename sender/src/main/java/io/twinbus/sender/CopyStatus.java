package io.twinbus.sender;

/** What has become of a message's copy for one region. */
public enum CopyStatus {
  /** The region has it. */
  ACCEPTED,
  /** It is still being delivered. */
  PENDING,
  /** The journal keeps it, and the sender delivers it when the region takes messages again. */
  KEPT,
  /** The sender stopped trying; the region may lack it. */
  GAVE_UP
}

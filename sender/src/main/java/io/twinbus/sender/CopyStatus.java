package io.twinbus.sender;

/** What has become of a message's copy for one region. */
public enum CopyStatus {
  /** The region has it. */
  ACCEPTED,
  /** It is still being delivered. */
  PENDING,
  /** The sender stopped trying; the region may lack it. */
  GAVE_UP
}

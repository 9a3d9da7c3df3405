package io.twinbus.sender.settings;

/** What happens to a session's queued messages when a message before them failed in all regions. */
public enum AfterFailure {
  /** They are delivered: receivers learn that the failed message is missing, and do not wait. */
  GO_ON,
  /**
   * They fail as well, with {@link
   * io.twinbus.sender.message.SendFailedException.Kind#PREDECESSOR_FAILED}. Messages sent after
   * that are delivered. For sessions whose messages make no sense without the one before.
   */
  FAIL_QUEUED
}

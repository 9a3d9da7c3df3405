package io.twinbus.sender;

/** What becomes of a session's queued messages when one before them failed in all regions. */
public enum AfterFailure {
  /** They go on: receivers are told that the failed one is missing, and do not wait for it. */
  GO_ON,
  /**
   * Those that were queued behind it fail as well, with {@link
   * SendFailedException.Kind#PREDECESSOR_FAILED}; messages sent after that start afresh. For
   * sessions whose messages make no sense without the one before.
   */
  FAIL_QUEUED
}

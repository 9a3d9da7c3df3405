package io.twinbus.sender;

/** What {@link Sender#send} does while the window of messages in flight is full. */
public enum WhenFull {
  /** Blocks the caller until there is room, or fails after the bound. */
  BLOCK,
  /** Fails at once. */
  FAIL
}

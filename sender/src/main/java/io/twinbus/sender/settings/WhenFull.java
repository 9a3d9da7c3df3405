package io.twinbus.sender.settings;

/**
 * What {@link io.twinbus.sender.Sender#send} does while the window of messages in flight is full.
 */
public enum WhenFull {
  /** Blocks the caller until there is room, or fails after {@code max-block}. */
  BLOCK,
  /** Fails at once. */
  FAIL
}

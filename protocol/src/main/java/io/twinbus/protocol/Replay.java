package io.twinbus.protocol;

import java.util.Optional;

/**
 * Which replay of which message a letter that was sent again is.
 *
 * <p>Immutable and thread-safe.
 *
 * @param of the place that the message had first; empty where a foreign sender wrote it, and its id
 *     is its name
 * @param ordinal 1 for the first replay, one more for the replay of a replay that died
 * @param body the SHA-256 of the body, in hexadecimal digits
 * @param by the operator who sent it again
 */
public record Replay(Optional<Position> of, long ordinal, String body, String by) {

  private static final int HASH_LENGTH = 64;
  private static final int MAX_NAME = 200;

  /**
   * @throws IllegalArgumentException with one sentence when a part is out of its bounds
   */
  public Replay {
    if (ordinal < 1) {
      throw new IllegalArgumentException("The ordinal of a replay is at least 1.");
    }
    if (body.length() != HASH_LENGTH) {
      throw new IllegalArgumentException("The hash of a replay's body has 64 digits.");
    }
    if (by.length() > MAX_NAME) {
      throw new IllegalArgumentException("The name in a replay has at most 200 characters.");
    }
  }
}

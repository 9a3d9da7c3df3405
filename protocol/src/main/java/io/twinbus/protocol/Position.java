package io.twinbus.protocol;

/**
 * Where a message stands in its stream: its own seq and that of its predecessor.
 *
 * <p>{@code prev} is the seq of the previous message of the stream that at least one region
 * accepted; 0 says that there is none. What lies between the two failed in every region.
 *
 * <p>Immutable and thread-safe.
 *
 * @param stream the stream
 * @param seq the message's number in it, from 1
 * @param prev the predecessor's number, 0 ≤ prev &lt; seq
 */
public record Position(StreamId stream, long seq, long prev) {

  /**
   * @throws IllegalArgumentException unless 0 ≤ prev &lt; seq
   */
  public Position {
    if (prev < 0 || seq <= prev) {
      throw new IllegalArgumentException(
          "A position needs 0 <= prev < seq, this one has prev %d and seq %d."
              .formatted(prev, seq));
    }
  }

  /** Whether the message passes over numbers: a hole that its predecessor's failure left. */
  public boolean passesOver() {
    return seq - prev > 1;
  }
}

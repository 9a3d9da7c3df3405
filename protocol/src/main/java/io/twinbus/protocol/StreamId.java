package io.twinbus.protocol;

import io.twinbus.protocol.text.Printable;

/**
 * The name of a stream: one sender incarnation's messages to one session.
 *
 * <p>1 to 128 characters. Senders without journal or explicit sequences draw a random one.
 *
 * <p>Immutable and thread-safe.
 */
public record StreamId(String value) implements Comparable<StreamId> {

  private static final int MAX_LENGTH = 128;

  /**
   * @throws InvalidNameException when {@code value} is empty or has more than 128 characters
   */
  public StreamId {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      throw new InvalidNameException(
          "A stream name has 1 to %d characters, this one has %d."
              .formatted(MAX_LENGTH, value.length()));
    }
  }

  @Override
  public int compareTo(StreamId other) {
    return value.compareTo(other.value);
  }

  /** The id as a person or a log may read it; {@link #value()} is the id itself. */
  @Override
  public String toString() {
    return Printable.of(value);
  }
}

package io.twinbus.protocol;

import io.twinbus.protocol.text.Printable;

/**
 * The producer's stable, logical id of a message, the same in both copies and on every retry.
 *
 * <p>1 to 1,024 characters. Service Bus carries at most 128: a longer id travels as a hash ({@link
 * #wire()}), with the original in a property.
 *
 * <p>Immutable and thread-safe.
 */
public record MessageId(String value) implements Comparable<MessageId> {

  /**
   * @throws InvalidNameException when {@code value} is empty or has more than 1,024 characters
   */
  public MessageId {
    WireId.check("message id", value);
  }

  /** The form of at most 128 characters that Service Bus and the ledger use as their key. */
  public String wire() {
    return WireId.of(value);
  }

  /** Whether the id travels as a hash, so that the original must go along in a property. */
  public boolean isHashed() {
    return !wire().equals(value);
  }

  @Override
  public int compareTo(MessageId other) {
    return value.compareTo(other.value);
  }

  /** The id as a person or a log may read it; {@link #value()} is the id itself. */
  @Override
  public String toString() {
    return Printable.of(value);
  }
}

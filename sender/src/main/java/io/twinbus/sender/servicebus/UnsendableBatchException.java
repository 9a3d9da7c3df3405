package io.twinbus.sender.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import java.util.Optional;

/** A batch that cannot be built because of one of its messages; it has to be split. */
final class UnsendableBatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean tooLarge;

  private UnsendableBatchException(String sentence, boolean tooLarge) {
    super(sentence);
    this.tooLarge = tooLarge;
  }

  UnsendableBatchException(RuntimeException cause) {
    super("A message cannot be encoded: " + cause.getMessage(), cause);
    this.tooLarge = false;
  }

  /** A batch of {@code messages} that is larger than the link's {@code limit} in bytes. */
  static UnsendableBatchException batchTooLarge(int messages, int limit) {
    return new UnsendableBatchException(
        "a batch of %d messages exceeds the link's %d bytes".formatted(messages, limit), true);
  }

  /** A message that does not fit into {@code limit} bytes in every region. */
  static UnsendableBatchException messageTooLarge(int limit) {
    return new UnsendableBatchException(
        "with its headers and properties it exceeds the %d bytes that a link takes, minus the reserve"
                .formatted(limit)
            + " of the SDK",
        true);
  }

  /** A small message whose fields do not fit into the room that the SDK reserves for them. */
  static UnsendableBatchException fieldsTooLarge() {
    return new UnsendableBatchException(
        "its ids, subject, content type, reply address and correlation id, or its properties with"
            + " characters of three bytes, exceed the 512 bytes that the SDK reserves for them:"
            + " shorten them, or move them into the body",
        true);
  }

  /** The condition that a broker would give. */
  Optional<AmqpErrorCondition> condition() {
    return tooLarge ? Optional.of(AmqpErrorCondition.LINK_PAYLOAD_SIZE_EXCEEDED) : Optional.empty();
  }
}

package io.twinbus.protocol;

/** What the headers of a received message say. */
public sealed interface ParsedHeaders {

  /** A Twinbus sender wrote the message, and it can be ordered. */
  record Sequenced(SequencedHeaders headers) implements ParsedHeaders {}

  /** An operator sent a dead letter again: it has a record of its own, and no place in a stream. */
  record Replayed(ReplayHeaders headers) implements ParsedHeaders {}

  /** The message carries no header of ours: a foreign sender wrote it. */
  record Foreign() implements ParsedHeaders {}

  /**
   * A foreign sender wrote the message, and gave it no message id: nothing tells whether a message
   * in another region is the same one.
   */
  record Nameless() implements ParsedHeaders {}

  /**
   * The headers cannot be read; {@code reason} is one sentence that says why and becomes the
   * description of the dead letter.
   */
  record Malformed(String reason) implements ParsedHeaders {}

  /** Headers of a version that this build does not know: a newer receiver must take the message. */
  record Newer(int schema) implements ParsedHeaders {}
}

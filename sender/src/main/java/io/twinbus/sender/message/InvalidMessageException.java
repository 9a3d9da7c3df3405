package io.twinbus.sender.message;

/** A message that cannot be built or sent; the exception's message says why in one sentence. */
public final class InvalidMessageException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** {@code sentence} is for the developer of the producer. */
  public InvalidMessageException(String sentence) {
    super(sentence);
  }
}

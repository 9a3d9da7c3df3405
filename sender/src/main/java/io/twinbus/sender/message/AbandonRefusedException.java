package io.twinbus.sender.message;

/** A number of an explicit stream cannot be abandoned; the message says why in one sentence. */
public final class AbandonRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** {@code sentence} is for the developer of the producer. */
  public AbandonRefusedException(String sentence) {
    super(sentence);
  }
}

package io.twinbus.sender;

/** A number of an explicit stream that could not be abandoned; says why in one sentence. */
public final class AbandonRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who wrote the producer. */
  public AbandonRefusedException(String sentence) {
    super(sentence);
  }
}

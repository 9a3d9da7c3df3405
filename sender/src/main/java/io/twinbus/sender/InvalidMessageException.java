package io.twinbus.sender;

/** A message that no region would take, refused when it is built; says why in one sentence. */
public final class InvalidMessageException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who wrote the producer. */
  public InvalidMessageException(String sentence) {
    super(sentence);
  }
}

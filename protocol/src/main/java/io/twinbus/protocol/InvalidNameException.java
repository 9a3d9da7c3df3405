package io.twinbus.protocol;

/** A session id, message id, stream or region name that the protocol cannot carry. */
public final class InvalidNameException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who chose the name. */
  public InvalidNameException(String sentence) {
    super(sentence);
  }
}

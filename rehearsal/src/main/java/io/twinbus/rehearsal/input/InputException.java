package io.twinbus.rehearsal.input;

/**
 * An input that cannot be used; the message is one sentence, with the line number if there is one.
 */
public final class InputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person who gave the input. */
  public InputException(String sentence) {
    super(sentence);
  }
}

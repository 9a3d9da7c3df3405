package io.twinbus.receiver.app;

/** A mistake on the command line; the message is one sentence that says what to do. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UsageException(String sentence) {
    super(sentence);
  }
}

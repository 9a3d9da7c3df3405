package io.twinbus.sender.servicebus;

/** A batch that cannot be put together because of one of its messages; it has to be split. */
final class UnsendableBatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnsendableBatchException(String sentence) {
    super(sentence);
  }

  UnsendableBatchException(RuntimeException cause) {
    super("A message cannot be encoded: " + cause.getMessage(), cause);
  }
}

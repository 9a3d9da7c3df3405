package io.twinbus.local.servicebus.amqp;

/** Bytes from a client that are no AMQP message. */
final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }

  MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}

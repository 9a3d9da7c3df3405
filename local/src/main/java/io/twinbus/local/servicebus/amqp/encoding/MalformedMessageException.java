package io.twinbus.local.servicebus.amqp.encoding;

/** Bytes from a client that are no AMQP message. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a sentence for the client. */
  public MalformedMessageException(String message) {
    super(message);
  }

  /** With a sentence for the client, and what was behind it. */
  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}

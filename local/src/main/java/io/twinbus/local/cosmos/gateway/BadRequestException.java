package io.twinbus.local.cosmos.gateway;

/** A request that cannot be read; the message is one sentence for the client. */
final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadRequestException(String message) {
    super(message);
  }
}

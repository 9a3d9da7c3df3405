package io.twinbus.local.cosmos.gateway;

/** A request that cannot be read; the message is one sentence for the client. */
final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  BadRequestException(String message) {
    this(400, message);
  }

  BadRequestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** What it is answered with. */
  int status() {
    return status;
  }
}

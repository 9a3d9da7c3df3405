package io.twinbus.local.cosmos.http;

/** A request that cannot be read; the message is one sentence for the client. */
public final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** A request that is answered with 400. */
  public BadRequestException(String message) {
    this(400, message);
  }

  /** A request that is answered with this status. */
  public BadRequestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** What it is answered with. */
  public int status() {
    return status;
  }
}

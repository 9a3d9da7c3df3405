package io.twinbus.local.servicebus;

/** The port that the endpoint was told to use cannot be had; the message names it. */
public final class PortTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int port;

  /** An exception for the port of a region. */
  public PortTakenException(String region, String host, int port, Throwable cause) {
    super(
        "The Service Bus endpoint of region '%s' cannot listen on %s:%d; choose another port, or 0."
            .formatted(region, host, port),
        cause);
    this.port = port;
  }

  /** The port that was asked for. */
  public int port() {
    return port;
  }
}

package io.twinbus.local.network;

/** The failure to listen on a port that another process uses. */
public final class PortTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Names the port and what was to listen there. */
  public PortTakenException(String subject, int port, Throwable cause) {
    super(
        "Port "
            + port
            + " for "
            + subject
            + " is taken; choose another one, or 0 for any free port.",
        cause);
  }
}

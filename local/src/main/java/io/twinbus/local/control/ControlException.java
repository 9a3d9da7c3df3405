package io.twinbus.local.control;

/** A control request that was refused or could not be carried out; the message is one sentence. */
public final class ControlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** Says what is wrong, with the HTTP status that tells so. */
  public ControlException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Says what is wrong, when no answer came. */
  ControlException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** The HTTP status; 0 when no answer came. */
  public int status() {
    return status;
  }
}

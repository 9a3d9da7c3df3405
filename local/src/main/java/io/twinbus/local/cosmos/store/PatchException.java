package io.twinbus.local.cosmos.store;

/**
 * A patch that cannot be read or does not fit its item; the message is one sentence for the user.
 */
public final class PatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PatchException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}

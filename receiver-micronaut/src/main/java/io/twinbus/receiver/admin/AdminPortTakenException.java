package io.twinbus.receiver.admin;

/** The admin endpoints cannot listen where they are told to; the message is one sentence. */
public final class AdminPortTakenException extends Exception {

  private static final long serialVersionUID = 1L;

  AdminPortTakenException(AdminSettings settings, Throwable cause) {
    super(
        "The admin endpoints cannot listen on %s:%d (%s): give another twinbus.receiver.admin.port,"
                .formatted(settings.address().getHostAddress(), settings.port(), cause.getMessage())
            + " or 0 for any free one.",
        cause);
  }
}

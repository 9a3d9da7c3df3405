package io.twinbus.receiver.region;

import java.time.Duration;

/** The receiver could not write its first lease; the message is one sentence. */
public final class LeaseNotHeldException extends Exception {

  private static final long serialVersionUID = 1L;

  LeaseNotHeldException(Duration waited) {
    super(
        "The ledger took no lease within %d s, so nothing may be handled: look at its health and"
                .formatted(waited.toSeconds())
            + " start again.");
  }
}

package io.twinbus.console;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;

/** Why a console's server does not start, in a sentence. */
final class PortTaken {

  private PortTaken() {}

  static CommandFailure at(String host, int port, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "The console cannot listen on %s:%d (another process may): name a free port with --port."
            .formatted(host, port),
        cause);
  }
}

package io.twinbus.console;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;

/** Why a console's server does not start, in a sentence. */
final class PortTaken {

  private PortTaken() {}

  static CommandFailure at(int port, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE,
        "The console cannot listen on 127.0.0.1:%d (another process may): name a free port with --port."
            .formatted(port),
        cause);
  }
}

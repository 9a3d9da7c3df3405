package io.twinbus.ops.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.time.Duration;

/** Waits between two reads of the same thing. */
public final class Waits {

  private Waits() {}

  /**
   * Waits for {@code time}.
   *
   * @throws CommandFailure when the thread is interrupted
   */
  public static void between(CliContext context, Duration time) {
    try {
      context.pause().waitFor(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILURE, "Interrupted.", e);
    }
  }
}

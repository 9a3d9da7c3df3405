package io.twinbus.local.cli;

import java.io.PrintWriter;
import picocli.CommandLine;

/** The program of {@code twinbus-local.jar}. */
public final class Main {

  private Main() {}

  /** Runs the local stack until it is stopped, and exits with 0, 1 (failed) or 2 (wrong usage). */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new StandaloneCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A script around the jar has options of its own: the user's come after them.
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(
            (mistake, args) -> {
              PrintWriter err = mistake.getCommandLine().getErr();
              err.println(mistake.getMessage());
              err.println("--help lists the options.");
              return CommandLine.ExitCode.USAGE;
            });
  }
}

package io.twinbus.ops.cli;

import java.util.List;

/** Starts the operators' command line by itself. */
public final class Main {

  private Main() {}

  /** Runs the command in {@code args} and exits with its code. */
  public static void main(String[] args) {
    TwinbusCli.logToStderr();
    System.exit(TwinbusCli.with(TwinbusCli.operatorCommands(), List.of(args)).execute(args));
  }
}

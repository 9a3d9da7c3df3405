package io.twinbus.ops.gaps;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about gaps. */
@Command(
    name = "gaps",
    mixinStandardHelpOptions = true,
    description = "Show what regions wait for, and pass over what no region has.",
    synopsisSubcommandLabel = "COMMAND")
public final class GapsCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new GapsCommand())
        .addSubcommand(new GapsListCommand(context))
        .addSubcommand(new GapsSkipCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run: list or skip.");
  }
}

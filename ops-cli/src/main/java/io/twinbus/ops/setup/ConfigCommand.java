package io.twinbus.ops.setup;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about configuration. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Check the configuration, explain settings.",
    synopsisSubcommandLabel = "COMMAND")
public final class ConfigCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new ConfigCommand())
        .addSubcommand(new ConfigCheckCommand(context))
        .addSubcommand(new ConfigExplainCommand());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run: check or explain.");
  }
}

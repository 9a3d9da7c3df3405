package io.twinbus.ops.regions;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What operators say to receivers about their handlers. */
@Command(
    name = "handler",
    mixinStandardHelpOptions = true,
    description = "Tell receivers what to make of their handler's answers.",
    synopsisSubcommandLabel = "COMMAND")
public final class HandlerCommand implements Runnable {

  @Spec private CommandSpec spec;

  private HandlerCommand() {}

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new HandlerCommand())
        .addSubcommand(new CommandLine(new HandlerBelieveCommand(context)));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which handler command to run.");
  }
}

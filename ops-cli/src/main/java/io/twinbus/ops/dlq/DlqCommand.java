package io.twinbus.ops.dlq;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about dead letters. */
@Command(
    name = "dlq",
    mixinStandardHelpOptions = true,
    description =
        "Show dead letters of both regions as one, export them, send them again, delete them.",
    synopsisSubcommandLabel = "COMMAND")
public final class DlqCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new DlqCommand())
        .addSubcommand(new DlqListCommand(context))
        .addSubcommand(new DlqShowCommand(context))
        .addSubcommand(new DlqExportCommand(context))
        .addSubcommand(new DlqReplayCommand(context))
        .addSubcommand(new DlqDeleteCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say which command to run: list, show, export, replay or delete.");
  }
}

package io.twinbus.ops.dlq;

import io.twinbus.ops.command.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about dead letters. */
@Command(
    name = "dlq",
    mixinStandardHelpOptions = true,
    description = "Show dead letters of both regions as one, and send them again.",
    synopsisSubcommandLabel = "COMMAND")
public final class DlqCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(Surroundings surroundings) {
    return new CommandLine(new DlqCommand())
        .addSubcommand(new DlqListCommand(surroundings))
        .addSubcommand(new DlqShowCommand(surroundings))
        .addSubcommand(new DlqReplayCommand(surroundings));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say which command to run: list, show or replay.");
  }
}

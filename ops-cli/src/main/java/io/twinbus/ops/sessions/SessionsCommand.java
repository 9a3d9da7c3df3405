package io.twinbus.ops.sessions;

import io.twinbus.ops.command.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about sessions. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    description = "Show what is known about sessions, and put them right.",
    synopsisSubcommandLabel = "COMMAND")
public final class SessionsCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(Surroundings surroundings) {
    return new CommandLine(new SessionsCommand())
        .addSubcommand(new SessionsListCommand(surroundings))
        .addSubcommand(new SessionsShowCommand(surroundings))
        .addSubcommand(new SessionsUnblockCommand(surroundings))
        .addSubcommand(new SessionsReleaseCommand(surroundings));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say which command to run: list, show, unblock or release.");
  }
}

package io.twinbus.ops.sessions;

import io.twinbus.ops.command.CliContext;
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
  public static CommandLine create(CliContext context) {
    return new CommandLine(new SessionsCommand())
        .addSubcommand(new SessionsListCommand(context))
        .addSubcommand(new SessionsShowCommand(context))
        .addSubcommand(new SessionsBlockCommand(context))
        .addSubcommand(new SessionsUnblockCommand(context))
        .addSubcommand(new SessionsReleaseCommand(context))
        .addSubcommand(new SessionsForgetCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say which command to run: list, show, block, unblock, release or forget.");
  }
}

package io.twinbus.ops.messages;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about single messages. */
@Command(
    name = "messages",
    mixinStandardHelpOptions = true,
    description = "Tell what became of a message, show what it carries.",
    synopsisSubcommandLabel = "COMMAND")
public final class MessagesCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new MessagesCommand())
        .addSubcommand(new MessagesTraceCommand(context))
        .addSubcommand(new MessagesShowCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run: trace or show.");
  }
}

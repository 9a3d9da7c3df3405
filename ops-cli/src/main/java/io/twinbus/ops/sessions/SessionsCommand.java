package io.twinbus.ops.sessions;

import io.twinbus.ops.ledger.LedgerAccess;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the commands about sessions. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    description = "Show what the ledger holds about sessions.",
    synopsisSubcommandLabel = "COMMAND")
public final class SessionsCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands, which reach the ledger by {@code access}. */
  public static CommandLine create(LedgerAccess access, InstantSource clock) {
    return new CommandLine(new SessionsCommand())
        .addSubcommand(new SessionsListCommand(access, clock))
        .addSubcommand(new SessionsShowCommand(access, clock));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run: list or show.");
  }
}

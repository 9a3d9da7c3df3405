package io.twinbus.ops.setup;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about the ledger as a whole. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = "Set up the ledger, and see and change where it is written.",
    synopsisSubcommandLabel = "COMMAND")
public final class LedgerCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new LedgerCommand())
        .addSubcommand(new LedgerInitCommand(context))
        .addSubcommand(new LedgerAdoptCommand(context))
        .addSubcommand(new LedgerRegionsCommand(context))
        .addSubcommand(new LedgerFailoverCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say which command to run: init, adopt, regions or failover.");
  }
}

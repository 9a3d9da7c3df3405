package io.twinbus.ops.audit;

import io.twinbus.ops.command.CliContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about what operators did. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Show what operators did, and which bodies were shown to them.",
    synopsisSubcommandLabel = "COMMAND")
public final class AuditCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The command with its subcommands. */
  public static CommandLine create(CliContext context) {
    return new CommandLine(new AuditCommand())
        .addSubcommand(new AuditListCommand(context))
        .addSubcommand(new AuditExportCommand(context));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run: list or export.");
  }
}

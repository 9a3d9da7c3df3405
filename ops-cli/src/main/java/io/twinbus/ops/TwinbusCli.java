package io.twinbus.ops;

import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.sessions.SessionsCommand;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Builds the command line: the commands that a caller chooses, and one way to report mistakes: one
 * sentence on stderr and the exit code of {@link ExitCode}.
 */
public final class TwinbusCli {

  private TwinbusCli() {}

  /** The commands for operators, on Cosmos DB and this machine's clock. */
  public static List<CommandLine> operatorCommands() {
    return List.of(SessionsCommand.create(LedgerAccess.cosmos(), InstantSource.system()));
  }

  /** A command line with {@code commands}. */
  public static CommandLine with(List<CommandLine> commands) {
    CommandLine cli = new CommandLine(new TwinbusCommand());
    commands.forEach(command -> cli.addSubcommand(command));
    cli.setCaseInsensitiveEnumValuesAllowed(true);
    cli.setUsageHelpAutoWidth(true);
    cli.setParameterExceptionHandler((mistake, args) -> wrongUsage(mistake));
    cli.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    return cli;
  }

  private static int wrongUsage(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("twinbus: " + sentence(mistake));
    if (!UnmatchedArgumentException.printSuggestions(mistake, err)) {
      err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    }
    err.flush();
    return ExitCode.USAGE.code();
  }

  private static int failed(Exception failure, CommandLine command) {
    PrintWriter err = command.getErr();
    ExitCode code = ExitCode.FAILURE;
    if (failure instanceof CommandFailure known) {
      err.println("twinbus: " + known.getMessage());
      code = known.exitCode();
    } else if (failure instanceof InvalidSettingException
        || failure instanceof InvalidNameException) {
      err.println("twinbus: " + failure.getMessage());
      code = ExitCode.USAGE;
    } else {
      err.println("twinbus: This was not expected; please report it with the lines below.");
      failure.printStackTrace(err);
    }
    err.flush();
    return code.code();
  }

  private static String sentence(ParameterException mistake) {
    String text = String.valueOf(mistake.getMessage());
    return text.endsWith(".") ? text : text + ".";
  }
}

package io.twinbus.ops.cli;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.audit.AuditCommand;
import io.twinbus.ops.cli.CommandGroup.Member;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.dlq.DlqCommand;
import io.twinbus.ops.doctor.DoctorCommand;
import io.twinbus.ops.gaps.GapsCommand;
import io.twinbus.ops.messages.MessagesCommand;
import io.twinbus.ops.regions.EvacuateCommand;
import io.twinbus.ops.regions.HandlerCommand;
import io.twinbus.ops.regions.InstancesCommand;
import io.twinbus.ops.regions.PauseCommand;
import io.twinbus.ops.regions.RegionsCommand;
import io.twinbus.ops.regions.ResumeCommand;
import io.twinbus.ops.regions.ReturnCommand;
import io.twinbus.ops.sessions.SessionsCommand;
import io.twinbus.ops.setup.ConfigCommand;
import io.twinbus.ops.setup.LedgerCommand;
import io.twinbus.ops.watch.WatchCommand;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Builds the command line: the commands that a caller chooses, and one way to report mistakes: one
 * sentence on stderr and the exit code of {@link ExitCode}.
 */
public final class TwinbusCli {

  private static final String LOGBACK_FILE = "logback.configurationFile";

  private TwinbusCli() {}

  /**
   * Logs warnings and errors alone, to stderr, unless the process has a Logback configuration. Call
   * it before anything logs.
   */
  public static void logToStderr() {
    if (System.getProperty(LOGBACK_FILE) == null) {
      System.setProperty(LOGBACK_FILE, "twinbus-logback.xml");
    }
  }

  /** The commands for operators, on Cosmos DB, Service Bus and this machine's clock. */
  public static List<CommandGroup.Members> operatorCommands() {
    return operatorCommands(CliContext.ofThisMachine());
  }

  /** The same, in other context. */
  public static List<CommandGroup.Members> operatorCommands(CliContext context) {
    return List.of(
        CommandGroup.RUN.of(
            new Member("config", () -> ConfigCommand.create(context)),
            new Member("ledger", () -> LedgerCommand.create(context)),
            Member.of(CompletionCommand.NAME, CompletionCommand::new)),
        CommandGroup.LOOK.of(
            Member.of("watch", () -> new WatchCommand(context)),
            Member.of("doctor", () -> new DoctorCommand(context)),
            Member.of("regions", () -> new RegionsCommand(context)),
            Member.of("instances", () -> new InstancesCommand(context)),
            new Member("sessions", () -> SessionsCommand.create(context)),
            new Member("messages", () -> MessagesCommand.create(context)),
            new Member("audit", () -> AuditCommand.create(context))),
        CommandGroup.MEND.of(
            Member.of("evacuate", () -> new EvacuateCommand(context)),
            Member.of("return", () -> new ReturnCommand(context)),
            Member.of("pause", () -> new PauseCommand(context)),
            Member.of("resume", () -> new ResumeCommand(context)),
            new Member("handler", () -> HandlerCommand.create(context)),
            new Member("gaps", () -> GapsCommand.create(context)),
            new Member("dlq", () -> DlqCommand.create(context))));
  }

  /** A command line with {@code commands}, group by group. */
  public static CommandLine with(List<CommandGroup.Members> commands) {
    return with(commands, command -> true);
  }

  /**
   * A command line for {@code words}: with the one of {@code commands} that they call, or with all
   * of them where they ask about all, or call none.
   */
  public static CommandLine with(List<CommandGroup.Members> commands, List<String> words) {
    String called = words.isEmpty() ? "" : words.get(0);
    boolean isOne =
        !called.equals(CompletionCommand.NAME)
            && commands.stream()
                .flatMap(some -> some.commands().stream())
                .anyMatch(command -> command.name().equals(called));
    return with(commands, command -> !isOne || command.name().equals(called));
  }

  private static CommandLine with(List<CommandGroup.Members> commands, Predicate<Member> isNeeded) {
    CommandLine cli = new CommandLine(new TwinbusCommand());
    CommandGroup.addTo(cli, commands, isNeeded);
    cli.setCaseInsensitiveEnumValuesAllowed(true);
    cli.setUsageHelpAutoWidth(true);
    cli.setParameterExceptionHandler((mistake, args) -> wrongUsage(mistake));
    cli.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    return cli;
  }

  private static int wrongUsage(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    say(err, sentence(mistake));
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
      say(err, String.valueOf(known.getMessage()));
      code = known.exitCode();
    } else if (failure instanceof InvalidSettingException settings) {
      settings.sentences().forEach(sentence -> say(err, sentence));
      code = ExitCode.USAGE;
    } else if (failure instanceof InvalidNameException) {
      say(err, String.valueOf(failure.getMessage()));
      code = ExitCode.USAGE;
    } else {
      say(err, "This was not expected; please report it with the lines below.");
      failure.printStackTrace(err);
    }
    err.flush();
    return code.code();
  }

  private static void say(PrintWriter err, String text) {
    err.println("twinbus: " + Printable.of(text));
  }

  private static String sentence(ParameterException mistake) {
    String text = String.valueOf(mistake.getMessage());
    return text.endsWith(".") ? text : text + ".";
  }
}

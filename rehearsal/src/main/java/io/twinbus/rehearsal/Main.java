package io.twinbus.rehearsal;

import io.twinbus.console.ConsoleCommand;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.rehearsal.children.EndWithParent;
import io.twinbus.rehearsal.command.DemoCommand;
import io.twinbus.rehearsal.command.DrillCommand;
import io.twinbus.rehearsal.command.IncidentCommand;
import io.twinbus.rehearsal.command.LocalCommand;
import io.twinbus.rehearsal.command.ReceiverCommand;
import io.twinbus.rehearsal.command.SendCommand;
import io.twinbus.rehearsal.command.VerifyCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The users' command line: the commands that run the system here, and the operators'. */
public final class Main {

  private Main() {}

  /** Runs the command in {@code args} and exits with its code. */
  public static void main(String[] args) {
    run(commands(), args);
  }

  /** Runs the one of {@code commands} that {@code args} name, and exits with its code. */
  public static void run(List<CommandGroup.Members> commands, String[] args) {
    TwinbusCli.logToStderr();
    EndWithParent.watch();
    System.exit(TwinbusCli.with(commands).execute(args));
  }

  /** The users' commands. */
  public static List<CommandGroup.Members> commands() {
    List<CommandGroup.Members> commands = new ArrayList<>();
    commands.add(
        CommandGroup.TRY.of(
            new CommandLine(new DemoCommand()), new CommandLine(new LocalCommand())));
    commands.add(
        CommandGroup.RUN.of(
            new CommandLine(new ReceiverCommand()), new CommandLine(new SendCommand())));
    commands.add(
        CommandGroup.PROVE.of(
            new CommandLine(new VerifyCommand()),
            new CommandLine(new DrillCommand()),
            new CommandLine(new IncidentCommand())));
    commands.add(
        CommandGroup.LOOK.of(new CommandLine(new ConsoleCommand(CliContext.ofThisMachine()))));
    commands.addAll(TwinbusCli.operatorCommands());
    return commands;
  }
}

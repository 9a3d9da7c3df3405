package io.twinbus.rehearsal;

import io.twinbus.console.ConsoleCommand;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.CommandGroup.Member;
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
    System.exit(TwinbusCli.with(commands, List.of(args)).execute(args));
  }

  /** The users' commands. */
  public static List<CommandGroup.Members> commands() {
    List<CommandGroup.Members> commands = new ArrayList<>();
    commands.add(
        CommandGroup.TRY.of(
            Member.of("demo", DemoCommand::new), Member.of("local", LocalCommand::new)));
    commands.add(
        CommandGroup.RUN.of(
            Member.of("receiver", ReceiverCommand::new), Member.of("send", SendCommand::new)));
    commands.add(
        CommandGroup.PROVE.of(
            Member.of("verify", VerifyCommand::new),
            Member.of("drill", DrillCommand::new),
            Member.of("incident", IncidentCommand::new)));
    commands.add(
        CommandGroup.LOOK.of(
            Member.of("console", () -> new ConsoleCommand(CliContext.ofThisMachine()))));
    commands.addAll(TwinbusCli.operatorCommands());
    return commands;
  }
}

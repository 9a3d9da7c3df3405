package io.twinbus.rehearsal;

import io.twinbus.ops.TwinbusCli;
import io.twinbus.rehearsal.children.EndWithParent;
import io.twinbus.rehearsal.command.DemoCommand;
import io.twinbus.rehearsal.command.DrillCommand;
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
  public static void run(List<CommandLine> commands, String[] args) {
    TwinbusCli.logToStderr();
    EndWithParent.watch();
    System.exit(TwinbusCli.with(commands).execute(args));
  }

  /** The users' commands. */
  public static List<CommandLine> commands() {
    List<CommandLine> commands = new ArrayList<>();
    commands.add(new CommandLine(new DemoCommand()));
    commands.add(new CommandLine(new DrillCommand()));
    commands.add(new CommandLine(new LocalCommand()));
    commands.add(new CommandLine(new ReceiverCommand()));
    commands.add(new CommandLine(new SendCommand()));
    commands.add(new CommandLine(new VerifyCommand()));
    commands.addAll(TwinbusCli.operatorCommands());
    return commands;
  }
}

package io.twinbus.rehearsal;

import io.twinbus.ops.TwinbusCli;
import io.twinbus.rehearsal.children.EndWithParent;
import io.twinbus.rehearsal.command.BenchCommand;
import io.twinbus.rehearsal.command.DemoCommand;
import io.twinbus.rehearsal.command.DrillCommand;
import io.twinbus.rehearsal.command.KillTestCommand;
import io.twinbus.rehearsal.command.LocalCommand;
import io.twinbus.rehearsal.command.ReceiverCommand;
import io.twinbus.rehearsal.command.RollingRestartCommand;
import io.twinbus.rehearsal.command.SendCommand;
import io.twinbus.rehearsal.command.SoakCommand;
import io.twinbus.rehearsal.command.VerifyCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Starts the command line: the commands that run the system here, and the operators'. */
public final class Main {

  private Main() {}

  /** Runs the command in {@code args} and exits with its code. */
  public static void main(String[] args) {
    TwinbusCli.logToStderr();
    EndWithParent.watch();
    System.exit(commandLine().execute(args));
  }

  /** The command line with every command. */
  public static CommandLine commandLine() {
    List<CommandLine> commands = new ArrayList<>();
    commands.add(new CommandLine(new DemoCommand()));
    commands.add(new CommandLine(new BenchCommand()));
    commands.add(new CommandLine(new DrillCommand()));
    commands.add(new CommandLine(new KillTestCommand()));
    commands.add(new CommandLine(new LocalCommand()));
    commands.add(new CommandLine(new ReceiverCommand()));
    commands.add(new CommandLine(new RollingRestartCommand()));
    commands.add(new CommandLine(new SendCommand()));
    commands.add(new CommandLine(new SoakCommand()));
    commands.add(new CommandLine(new VerifyCommand()));
    commands.addAll(TwinbusCli.operatorCommands());
    return TwinbusCli.with(commands);
  }
}

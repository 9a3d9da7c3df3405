package io.twinbus.proving;

import io.twinbus.certify.CertifyCommand;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.CommandGroup.Member;
import io.twinbus.proving.certify.KilledReceiverRun;
import io.twinbus.proving.command.BenchCommand;
import io.twinbus.proving.command.KillTestCommand;
import io.twinbus.proving.command.RollingRestartCommand;
import io.twinbus.proving.command.SoakCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The launcher's command line: the users' commands, and those that prove the product. */
public final class Main {

  private Main() {}

  /** Runs the command in {@code args} and exits with its code. */
  public static void main(String[] args) {
    io.twinbus.rehearsal.Main.run(commands(), args);
  }

  /** Every command. */
  public static List<CommandGroup.Members> commands() {
    List<CommandGroup.Members> commands = new ArrayList<>(io.twinbus.rehearsal.Main.commands());
    commands.add(
        CommandGroup.PROVE.of(
            Member.of(
                "certify",
                () -> CertifyCommand.ofThisMachine(Optional.of(new KilledReceiverRun()))),
            Member.of("soak", SoakCommand::new),
            Member.of("rolling-restart", RollingRestartCommand::new),
            Member.of("kill-test", KillTestCommand::new),
            Member.of("bench", BenchCommand::new)));
    return commands;
  }
}

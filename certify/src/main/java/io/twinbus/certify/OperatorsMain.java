package io.twinbus.certify;

import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.CommandGroup.Member;
import io.twinbus.ops.cli.TwinbusCli;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts the operators' command line with {@code certify}, as the image {@code cli} has it: without
 * the closing run, whose processes and judge are in a checkout alone.
 */
public final class OperatorsMain {

  private OperatorsMain() {}

  /** Runs the command in {@code args} and exits with its code. */
  public static void main(String[] args) {
    TwinbusCli.logToStderr();
    List<CommandGroup.Members> commands = new ArrayList<>(TwinbusCli.operatorCommands());
    commands.add(
        CommandGroup.PROVE.of(
            Member.of("certify", () -> CertifyCommand.ofThisMachine(Optional.empty()))));
    System.exit(TwinbusCli.with(commands, List.of(args)).execute(args));
  }
}

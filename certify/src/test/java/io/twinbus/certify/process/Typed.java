package io.twinbus.certify.process;

import io.twinbus.certify.CertifyCommand;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.TwinbusCli;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** The command line of the process. */
final class Typed {

  private Typed() {}

  public static void main(String[] args) {
    System.exit(
        TwinbusCli.with(
                List.of(
                    CommandGroup.PROVE.of(
                        new CommandLine(CertifyCommand.ofThisMachine(Optional.empty())))))
            .execute(args));
  }
}

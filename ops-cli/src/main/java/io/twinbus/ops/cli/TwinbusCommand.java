package io.twinbus.ops.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command, which holds all others. */
@Command(
    name = "twinbus",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    description = "Ordered, active/active messaging on two Azure Service Bus regions.",
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done as asked",
      "1:failure, explained on stderr",
      "2:wrong usage, input or configuration",
      "3:not found",
      "4:conflict: the state forbids it, or another process changed it",
      "5:unhealthy",
      "6:partial: some of it worked"
    })
final class TwinbusCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run.");
  }
}

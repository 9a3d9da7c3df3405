package io.twinbus.ops.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command: it does nothing by itself but hold the others. */
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
      "4:conflict: somebody else changed it meanwhile",
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

package io.twinbus.proving.command;

import io.twinbus.proving.endurance.RollingRestart;
import io.twinbus.proving.endurance.Traffic;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.terminal.Terminal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Replaces every receiver under load, and judges what that did. */
@Command(
    name = "rolling-restart",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Replace every receiver of two regions under load, one after the other, as an upgrade does.",
      "Each gets SIGTERM when its successor is ready, and drains. Exit code 0 says that nothing was"
          + " lost, repeated or out of order, and no session with work stood still for longer than"
          + " said. It takes about two minutes."
    },
    footer = {"%nExample:", "  twinbus rolling-restart --rate 60 --report r.json"})
public final class RollingRestartCommand implements Callable<Integer> {

  private static final int MAX_RECEIVERS = 4;
  private static final double MAX_RATE = 1_000;
  private static final int MAX_STANDSTILL = 60;

  /** Far more than it takes: what is left over is not sent. */
  private static final Duration ENOUGH = Duration.ofMinutes(6);

  @Spec private CommandSpec spec;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "40",
      description = "Messages a second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--receivers-per-region",
      paramLabel = "N",
      defaultValue = "2",
      description = "Receiver processes in each of two regions (default: ${DEFAULT-VALUE}).")
  private int receiversPerRegion;

  @Option(
      names = "--longest-standstill",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description = {
        "How long a session with work may stand still (default: ${DEFAULT-VALUE}).",
        "A killed receiver costs about the lease, 10 s; a machine that is too small for four"
            + " receivers may cost a few seconds by itself."
      })
  private int longestStandstill;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the outcome there as one JSON object.")
  private @Nullable Path report;

  @Override
  public Integer call() {
    if (!(rate > 0 && rate <= MAX_RATE)) {
      throw new ParameterException(spec.commandLine(), "--rate goes from above 0 to 1000.");
    }
    if (receiversPerRegion < 1 || receiversPerRegion > MAX_RECEIVERS) {
      throw new ParameterException(spec.commandLine(), "--receivers-per-region goes from 1 to 4.");
    }
    if (longestStandstill < 1 || longestStandstill > MAX_STANDSTILL) {
      throw new ParameterException(spec.commandLine(), "--longest-standstill goes from 1 to 60.");
    }
    Traffic traffic = Traffic.parcels(rate, ENOUGH, receiversPerRegion, 1);
    return new Run(RunKeeping.report(Optional.ofNullable(report)), Terminal.of(System.getenv()))
        .play(
            new RollingRestart(traffic, Duration.ofSeconds(longestStandstill)),
            spec.commandLine().getOut(),
            spec.commandLine().getErr())
        .code();
  }
}

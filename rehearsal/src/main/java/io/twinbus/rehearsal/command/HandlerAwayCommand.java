package io.twinbus.rehearsal.command;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ValueType;
import io.twinbus.rehearsal.incident.HandlerAway;
import io.twinbus.rehearsal.incident.HandlerAwayPlan;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.sink.HandlerAnswer;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.terminal.Terminal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plays a handler that is down for a while. */
@Command(
    name = "handler-away",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Take the handler down for a while, and show what it cost.",
      "Sends 120 messages of 20 sessions, most of them while the handler is down, and prints how"
          + " many became dead letters, whether each session kept its order, how soon all was"
          + " complete once the handler was back, and how long a session stood still."
    },
    footer = {
      "%nExamples:",
      "  twinbus incident handler-away --answer 500 --for 2m",
      "  twinbus incident handler-away --answer refused --for 30s --region east"
    })
public final class HandlerAwayCommand implements Callable<Integer> {

  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MAX_RECEIVERS = 8;

  @Spec private CommandSpec spec;

  @Option(
      names = "--answer",
      paramLabel = "ANSWER",
      defaultValue = "500",
      description =
          "What every call gets: a status from 300 to 599, refused (no connection) or hang;"
              + " 400-one-session: the calls of one session get that status, and the others"
              + " take effect (default: ${DEFAULT-VALUE}).")
  private String answer = "500";

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "2m",
      description = "How long, 5s to 1h (default: ${DEFAULT-VALUE}).")
  private String outage = "2m";

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description = "The region whose handler goes down (default: both).")
  private @Nullable String region;

  @Option(
      names = "--receivers-per-region",
      paramLabel = "N",
      defaultValue = "2",
      description = "Receiver processes in each region, 1 to 8 (default: ${DEFAULT-VALUE}).")
  private int receiversPerRegion;

  @Mixin private OutcomeOptions outcome;

  @Override
  public Integer call() {
    HandlerAwayPlan plan =
        new HandlerAwayPlan(
            HandlerAnswer.parse(answer)
                .orElseThrow(
                    () ->
                        usage(
                            ("--answer is '%s': give a status from 300 to 599 but 412, the same for"
                                    + " one session (400-one-session), refused or hang.")
                                .formatted(answer))),
            outage(),
            region(),
            receivers());
    RunKeeping keeping = new RunKeeping(outcome.report(), false, outcome.keepLogs());
    return new Run(keeping, Terminal.of(System.getenv()))
        .play(
            new HandlerAway(plan, outcome.applied()),
            spec.commandLine().getOut(),
            spec.commandLine().getErr())
        .code();
  }

  private Duration outage() {
    if (ValueType.duration(SHORTEST, LONGEST).parse(outage)
        instanceof ValueType.Parsed.Value<Duration> read) {
      return read.value();
    }
    throw usage("--for is '%s': give 5s to 1h.".formatted(outage));
  }

  private Optional<RegionName> region() {
    if (region == null) {
      return Optional.empty();
    }
    return Optional.of(
        LocalProcess.REGIONS.stream()
            .filter(known -> known.value().equals(region))
            .findFirst()
            .orElseThrow(() -> usage("--region is '%s': give east or west.".formatted(region))));
  }

  private int receivers() {
    if (receiversPerRegion < 1 || receiversPerRegion > MAX_RECEIVERS) {
      throw usage("--receivers-per-region goes from 1 to 8.");
    }
    return receiversPerRegion;
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}

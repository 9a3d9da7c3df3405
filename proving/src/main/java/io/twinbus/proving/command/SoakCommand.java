package io.twinbus.proving.command;

import io.twinbus.proving.endurance.Load;
import io.twinbus.proving.endurance.Soak;
import io.twinbus.proving.endurance.Traffic;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.terminal.Terminal;
import java.nio.file.Files;
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

/** Breaks connections for a long time, and looks whether receivers leak. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Break the connections of two regions at random under steady traffic, and look at the receivers"
          + " meanwhile, each time at rest: heap after a collection, objects of our own classes, threads,"
          + " file handles.",
      "A figure is flat when, the first quarter of the looks aside, the median of the later half is at"
          + " most 3 MiB, 150 objects, 10 threads, 4 handles or 128 pooled HTTP connections above that of the"
          + " earlier one. The lost connections that the SDK keeps for a while have a bound instead."
          + " Exit code 0 says that all is so and that nothing was lost, out of order or repeated"
          + " without a recorded cause. Needs Linux and a JDK."
    },
    footer = {
      "%nExamples:",
      "  twinbus soak --minutes 3",
      "  twinbus soak --minutes 10 --load",
      "  twinbus soak --minutes 30 --seed 7 --report soak.json"
    })
public final class SoakCommand implements Callable<Integer> {

  private static final double SHORTEST_MINUTES = 1;
  private static final double LONGEST_MINUTES = 600;
  private static final double MAX_RATE = 200;
  private static final double SECONDS = 60;
  private static final int MAX_RECEIVERS = 4;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "30",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chooses what breaks when (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "20",
      description = "Messages a second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--receivers-per-region",
      paramLabel = "N",
      defaultValue = "1",
      description = "Receiver processes in each of two regions (default: ${DEFAULT-VALUE}).")
  private int receiversPerRegion;

  @Option(
      names = "--load",
      description =
          "Bodies from 100 B to 250 KB, 16 MiB of them in hand at most, and hardly more request"
              + " units than the traffic asks for.")
  private boolean load;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the outcome, with every look, there as one JSON object.")
  private @Nullable Path report;

  @Override
  public Integer call() {
    if (!(minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES)) {
      throw usage("--minutes goes from 1 to 600.");
    }
    if (!(rate > 0 && rate <= MAX_RATE) || minutes * SECONDS * rate > 400_000) {
      throw usage("--rate goes from above 0 to 200, with 400,000 messages in all.");
    }
    if (receiversPerRegion < 1 || receiversPerRegion > MAX_RECEIVERS) {
      throw usage("--receivers-per-region goes from 1 to 4.");
    }
    if (!Files.isDirectory(Path.of("/proc/self/fd"))) {
      throw usage("A soak needs Linux: threads and file handles are read from /proc.");
    }
    Duration length = Duration.ofSeconds(Math.round(minutes * SECONDS));
    Traffic traffic = Traffic.parcels(rate, length, receiversPerRegion, seed);
    return new Run(RunKeeping.report(Optional.ofNullable(report)), Terminal.of(System.getenv()))
        .play(
            new Soak(traffic, load ? Load.TIGHT : Load.LIGHT, length, seed),
            spec.commandLine().getOut(),
            spec.commandLine().getErr())
        .code();
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}

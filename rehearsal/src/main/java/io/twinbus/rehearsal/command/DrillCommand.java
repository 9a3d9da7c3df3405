package io.twinbus.rehearsal.command;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.rehearsal.drill.Drill;
import io.twinbus.rehearsal.drill.DrillPlan;
import io.twinbus.rehearsal.drill.DrillSchedule;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.run.Run;
import io.twinbus.rehearsal.run.RunKeeping;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.PrintWriter;
import java.nio.file.Path;
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

/** Runs the whole system under faults that a seed chooses, and judges what it did. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run the whole system on this machine under random faults, and judge what it did.",
      "Producers, receivers of two regions, and a local stand-in for two Service Bus regions and"
          + " the ledger are processes of their own. Processes are killed and stopped, regions and"
          + " the ledger go away, answers get lost, handlers hang; everything heals, and every"
          + " effect is checked: nothing lost, nothing out of order, every repeat explained. Exit"
          + " code 0 says that all of it held. It ends by itself, three minutes after its length at"
          + " the latest."
    },
    footer = {
      "%nExamples:",
      "  twinbus drill --minutes 2",
      "  twinbus drill --minutes 2 --console --report-html run.html",
      "  twinbus drill --minutes 20 --seed 7 --input events.ndjson.gz --report r.json",
      "  twinbus drill --minutes 5 --seed 7 --plan"
    })
public final class DrillCommand implements Callable<Integer> {

  private static final double SHORTEST_MINUTES = 0.5;
  private static final double LONGEST_MINUTES = 24 * 60;
  private static final double SECONDS = 60;
  private static final int USUAL_RATE = 30;
  private static final int MAX_PROCESSES = 8;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "5",
      description = "How long to send and to strike faults (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Chooses the faults and, without an input, the messages (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private InputOptions input;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "How many messages to make up without an input (default: 30 a second).")
  private @Nullable Integer messages;

  @Option(
      names = "--producers",
      paramLabel = "N",
      defaultValue = "3",
      description = "Producer processes; the first is never killed (default: ${DEFAULT-VALUE}).")
  private int producers;

  @Option(
      names = "--receivers-per-region",
      paramLabel = "N",
      defaultValue = "2",
      description = "Receiver processes in each of two regions (default: ${DEFAULT-VALUE}).")
  private int receiversPerRegion;

  @Option(names = "--plan", description = "Only print which faults would strike when.")
  private boolean planOnly;

  @Mixin private OutcomeOptions outcome;
  @Mixin private ShowOptions show;

  @Option(names = "--json", description = "Print the outcome as JSON instead of the table.")
  private boolean json;

  @Override
  public Integer call() {
    if (!(minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES)) {
      throw usage("--minutes goes from 0.5 to 1440.");
    }
    checkCount("--producers", producers);
    checkCount("--receivers-per-region", receiversPerRegion);
    Optional<Path> applied = outcome.applied();
    Optional<Path> report = outcome.report();
    Duration length = Duration.ofSeconds(Math.round(minutes * SECONDS));
    DrillPlan plan =
        new DrillPlan(
            load(length),
            input.fields(),
            new DrillPlan.Chaos(length, seed),
            new DrillPlan.Crew(producers, receiversPerRegion),
            applied);
    PrintWriter out = spec.commandLine().getOut();
    if (planOnly) {
      DrillSchedule.of(seed, length).forEach(out::println);
      out.flush();
      return ExitCode.OK.code();
    }
    return new Run(
            new RunKeeping(report, json, outcome.keepLogs()),
            Terminal.of(System.getenv()),
            show.viewer())
        .play(new Drill(plan), out, spec.commandLine().getErr())
        .code();
  }

  private MessageBatch load(Duration length) {
    if (input.isGiven()) {
      if (messages != null) {
        throw usage("Give --input or --messages, not both.");
      }
      try {
        return MessageBatch.of(input.open());
      } catch (InputException e) {
        throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
      }
    }
    long count = messages == null ? length.toSeconds() * USUAL_RATE : messages;
    if (count < 1 || count > MessageBatch.MAX_MESSAGES) {
      throw usage("--messages goes from 1 to 500000; without it there are 30 a second.");
    }
    return new MessageBatch(new ShipmentTracking(seed).events((int) count));
  }

  private void checkCount(String option, int count) {
    if (count < 1 || count > MAX_PROCESSES) {
      throw usage(option + " goes from 1 to 8.");
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}

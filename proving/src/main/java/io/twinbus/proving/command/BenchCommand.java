package io.twinbus.proving.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.proving.bench.BenchProgress;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.Drawing;
import io.twinbus.proving.bench.Machine;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.ResultsPage;
import io.twinbus.proving.bench.subject.BlackholeBench;
import io.twinbus.proving.bench.subject.BudgetsBench;
import io.twinbus.proving.bench.subject.BurstBench;
import io.twinbus.proving.bench.subject.CommandLineBench;
import io.twinbus.proving.bench.subject.ConsoleBench;
import io.twinbus.proving.bench.subject.FailoverBench;
import io.twinbus.proving.bench.subject.LatencyBench;
import io.twinbus.proving.bench.subject.LedgerBench;
import io.twinbus.proving.bench.subject.LocalBench;
import io.twinbus.proving.bench.subject.MemoryBench;
import io.twinbus.proving.bench.subject.OverloadBench;
import io.twinbus.proving.bench.subject.QueuesBench;
import io.twinbus.proving.bench.subject.ReceiveBench;
import io.twinbus.proving.bench.subject.ScaleBench;
import io.twinbus.proving.bench.subject.SendBench;
import io.twinbus.proving.bench.subject.SessionsBench;
import io.twinbus.proving.bench.subject.StreamsBench;
import io.twinbus.proving.bench.subject.TripsBench;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures, and compares with the budgets. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure on this machine, and compare with the budgets.",
      "Each benchmark starts its own local stack in a process of its own. Warm rounds come first"
          + " and are not counted; contenders take turns, and ratios are taken round by round. Exit"
          + " code 0 says that every budget is met, 1 that some are not: a machine that does"
          + " something else beside is no place to judge."
    },
    footer = {
      "%nExamples:",
      "  twinbus bench burst",
      "  twinbus bench send --rounds 3 --json",
      "  twinbus bench local --data-dir",
      "  twinbus bench overload --minutes 0.5",
      "  twinbus bench latency --profile azure"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final int MAX_ROUNDS = 100;
  private static final double LEAST_MINUTES = 0.1;
  private static final double MOST_MINUTES = 15;

  /** What can be measured. */
  enum Subject {
    /** The local stack itself. */
    local,
    /** A burst of one session, near and far. */
    burst,
    /** Throughput of the sender. */
    send,
    /** Throughput of the receiver. */
    receive,
    /** What a message costs in the ledger. */
    ledger,
    /** How long sessions stand still when something dies. */
    failover,
    /** From sending to effect. */
    latency,
    /** Where the time of a message goes, drawn. */
    trips,
    /** What more sessions cost. */
    scale,
    /** A thousand sessions at once, and a hundred thousand messages. */
    sessions,
    /** A session that ten thousand producer incarnations have sent to. */
    streams,
    /** A region that answers nothing for a minute. */
    blackhole,
    /** How long an operator waits for an answer. */
    operator,
    /** What a console costs the ledger, and how fast its pages come. */
    console,
    /** A ledger that has a tenth of what is asked of it, or a backlog. */
    overload,
    /** Thirty queues at one receiver, one of them noisy. */
    queues,
    /** A heap of 512 MiB, and messages that it cannot hold at once. */
    memory,
    /** All that has a budget. */
    budgets
  }

  private static final Set<Subject> DISTANT =
      EnumSet.of(
          Subject.receive,
          Subject.send,
          Subject.latency,
          Subject.failover,
          Subject.trips,
          Subject.queues,
          Subject.streams,
          Subject.budgets);

  private @Nullable Distances distances;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "What to measure: ${COMPLETION-CANDIDATES}.")
  private Subject subject = Subject.local;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds that count, if they fit the time (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--data-dir",
      description = "local: let the stack keep its data on disk (temporary).")
  private boolean dataDir;

  @Option(
      names = "--data-sync",
      description = "local: let the stack force its data to the disk before it acknowledges.")
  private boolean dataSync;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "5",
      description = "overload: how long the ledger is short (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--backlog",
      description = "overload: a backlog in both regions, under a normal budget.")
  private boolean backlog;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      description =
          "receive, send, latency, failover, trips, queues, streams, budgets: how far away Service Bus and the ledger are, for us and"
              + " for the baselines; azure, or as in sb=8ms,sb-far=75ms,read=3ms,write=145ms.")
  private @Nullable String profile;

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--report-html",
      paramLabel = "FILE",
      description = "Also write the table as one HTML page.")
  private @Nullable Path reportHtml;

  @Override
  public Integer call() {
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new ParameterException(spec.commandLine(), "--rounds goes from 1 to 100.");
    }
    if ((dataDir || dataSync) && subject != Subject.local) {
      throw new ParameterException(
          spec.commandLine(), "--data-dir and --data-sync are for bench local.");
    }
    if (!(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES)) {
      throw new ParameterException(spec.commandLine(), "--minutes goes from 0.1 to 15.");
    }
    distances = distances();
    // The SDK speaks plain HTTP only if this is set before its first class loads.
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("twinbus.log", "ERROR");
    RunFiles files = RunFiles.createUnlogged("bench");
    int code = code(files.directory());
    files.remove();
    return code;
  }

  private @Nullable Distances distances() {
    if (profile == null) {
      return null;
    }
    if (!DISTANT.contains(subject)) {
      throw new ParameterException(
          spec.commandLine(),
          "--profile is for receive, send, latency, failover, trips, queues, streams and budgets.");
    }
    try {
      return Distances.parse(profile);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--profile: " + e.getMessage(), e);
    }
  }

  private int code(Path directory) {
    try (Children children = new Children(directory)) {
      return measure(children);
    } catch (IOException | TimeoutException | ChildFailedException | IllegalStateException e) {
      throw failure("The bench could not be run: " + e.getMessage(), directory, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("The bench was interrupted.", directory, e);
    }
  }

  private static CommandFailure failure(String sentence, Path directory, Exception cause) {
    return new CommandFailure(
        ExitCode.FAILURE, "%s Data and logs are in %s.".formatted(sentence, directory), cause);
  }

  private int measure(Children children)
      throws IOException, InterruptedException, TimeoutException {
    Machine before = Machine.now();
    say(before.text());
    if (distances != null) {
      say("Distances: %s.".formatted(distances));
    }
    say(Result.heading());
    BenchProgress progress =
        new BenchProgress(spec.commandLine().getErr(), Terminal.of(System.getenv()).live());
    BenchStage stage = new BenchStage(children, rounds, progress, result -> say(result.row()));
    try {
      benchmark(children.directory()).run(stage.at(distances));
    } finally {
      progress.clear();
    }
    Machine after = Machine.now();
    stage.drawings().forEach(this::say);
    say(after.text());
    if (json) {
      print(toJson(stage, before, after).toString());
    }
    if (reportHtml != null) {
      Files.writeString(
          reportHtml,
          new ResultsPage(subject.name(), Instant.now(), before, after, stage.results()).html());
    }
    boolean met = stage.results().stream().allMatch(Result::met);
    return (met ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private Benchmark benchmark(Path directory) {
    return switch (subject) {
      case local -> LocalBench.full(start -> arguments(directory, start));
      case burst -> BurstBench.full();
      case send -> distances == null ? SendBench.full() : SendBench.distant();
      case receive -> distances == null ? ReceiveBench.full() : ReceiveBench.distant();
      case ledger -> LedgerBench.full();
      case failover -> FailoverBench.full();
      case latency -> LatencyBench.full();
      case trips -> TripsBench.full();
      case scale -> ScaleBench.full();
      case sessions -> SessionsBench.full();
      case streams -> StreamsBench.full();
      case blackhole -> BlackholeBench.full();
      case overload -> backlog ? OverloadBench.backlog(minutes) : OverloadBench.saturation(minutes);
      case queues -> QueuesBench.full();
      case memory -> MemoryBench.full();
      case operator -> CommandLineBench.full();
      case console -> ConsoleBench.full();
      case budgets -> new BudgetsBench();
    };
  }

  private ObjectNode toJson(BenchStage stage, Machine before, Machine after) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("bench", subject.name());
    node.set("before", before.toJson());
    node.set("after", after.toJson());
    ArrayNode all = node.putArray("results");
    stage.results().forEach(result -> all.add(result.toJson()));
    if (!stage.drawings().isEmpty()) {
      ObjectNode drawings = node.putObject("drawings");
      for (Drawing drawing : stage.drawings()) {
        drawing.lines().forEach(drawings.withArray(drawing.name())::add);
      }
    }
    return node;
  }

  private List<String> arguments(Path directory, int start) {
    List<String> arguments = new ArrayList<>();
    if (dataDir || dataSync) {
      arguments.add("--data-dir");
      arguments.add(directory.resolve("data-" + start).toString());
    }
    if (dataSync) {
      arguments.add("--data-sync");
    }
    return arguments;
  }

  private void say(Drawing drawing) {
    say("");
    say(drawing.name() + ":");
    drawing.lines().forEach(this::say);
  }

  private void say(String line) {
    if (!json) {
      print(line);
    }
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}

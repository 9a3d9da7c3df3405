package io.twinbus.proving.bench.subject;

import io.twinbus.console.Console;
import io.twinbus.console.ConsoleAccess;
import io.twinbus.console.ConsoleOptions;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * What a console costs the ledger, and how fast its pages come, while many people look at a ledger
 * of a hundred thousand sessions. A receiver stands in each region. The cost is what the answers to
 * the console say; what the ledger served to all, without what the receivers took alone, stands
 * beside it.
 */
public final class ConsoleBench implements Benchmark {

  private static final Budget UNITS = Budget.atMost(20);
  private static final Budget FIRST_PAINT = Budget.atMost(300);
  private static final Budget NONE = Budget.atMost(0);
  private static final double P99 = 0.99;

  private final SessionRecords records;
  private final int viewers;
  private final int seconds;

  private ConsoleBench(int sessions, int viewers, int seconds) {
    this.records = new SessionRecords(sessions);
    this.viewers = viewers;
    this.seconds = seconds;
  }

  /** 100,000 sessions, 50 viewers, a minute a round. */
  public static ConsoleBench full() {
    return new ConsoleBench(100_000, 50, 60);
  }

  /** A few of each: it only shows that the bench works. */
  public static ConsoleBench brief() {
    return new ConsoleBench(2 * SessionRecords.BLOCKED_EVERY, 3, 6);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      FlatSettings east = stack.settings(Map.of("twinbus.region", MeasuredStack.EAST));
      FlatSettings west = stack.settings(Map.of("twinbus.region", MeasuredStack.WEST));
      try (CosmosLedger ledger = BenchReceiver.openLedger(east)) {
        records.run(stage, ledger);
        try (BenchReceiver first = BenchReceiver.start(east, ledger, message -> {});
            BenchReceiver second = BenchReceiver.start(west, ledger, message -> {})) {
          Waiting.until(
              "both receivers have their lease",
              () ->
                  !first.status().leaseMargin().isNegative()
                      && !second.status().leaseMargin().isNegative());
          measure(stage, stack, east);
        }
      }
    }
  }

  private void measure(BenchStage stage, MeasuredStack stack, FlatSettings settings)
      throws IOException, InterruptedException {
    stage.progress().show("console: the receivers alone …");
    double alone = stack.unitsPerSecond(seconds);
    Path config =
        Files.writeString(
            stage.children().directory().resolve("console.yaml"), stack.endpoints().toYaml());
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), Map.of());
    ConsoleOptions options =
        new ConsoleOptions(0, List.of("--config", config.toString()), ConsoleAccess.reading());
    List<Double> units = new ArrayList<>();
    List<Double> served = new ArrayList<>();
    List<Double> median = new ArrayList<>();
    List<Double> slow = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    List<Double> refused = new ArrayList<>();
    List<Double> streamed = new ArrayList<>();
    try (Console console = Console.start(options, settings, context);
        ConsoleViewers people = ConsoleViewers.of(console.address(), viewers)) {
      for (int round = 0; round <= stage.rounds(); round++) {
        stage.progress().show("console: round %d of %d".formatted(round, stage.rounds()));
        people.forget();
        double before = console.cost();
        Stopwatch watch = Stopwatch.start();
        double all = stack.unitsPerSecond(seconds);
        double spent = (console.cost() - before) / watch.seconds();
        if (round > 0) { // the first opens the ledger and warms the server
          units.add(spent);
          served.add(all - alone);
          median.add(at(people.overviews(), 1.0 / 2));
          slow.add(at(people.overviews(), P99));
          others.add(at(people.others(), 1.0 / 2));
          refused.add((double) people.refused());
          streamed.add(people.seen() / 1024.0 / seconds / viewers);
        }
      }
    }
    String name = "console, %,d sessions, %d viewers: ".formatted(records.count(), viewers);
    stage.tell(
        Result.of(name + "request units a second", "", new Samples(units))
            .within(UNITS)
            .remarking("beside %.1f of two receivers".formatted(alone)));
    stage.tell(Result.of(name + "the same, by the ledger's count", "", new Samples(served)));
    double average = units.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    stage.tell(
        Result.of(name + "the same, all rounds", "", new Samples(List.of(average)))
            .within(UNITS)
            .remarking("a count of all sessions falls into one round of many"));
    stage.tell(Result.of(name + "overview, whole, p50", " ms", new Samples(median)));
    stage.tell(
        Result.of(name + "overview, whole, p99", " ms", new Samples(slow)).within(FIRST_PAINT));
    stage.tell(Result.of(name + "other pages, p50", " ms", new Samples(others)));
    stage.tell(
        Result.of(name + "requests refused or failed", "", new Samples(refused)).within(NONE));
    stage.tell(Result.of(name + "open page, each", " KiB/s", new Samples(streamed)));
  }

  /** The one of {@code samples} that {@code share} of them do not exceed. */
  private static double at(List<Double> samples, double share) {
    if (samples.isEmpty()) {
      throw new IllegalStateException("No page was answered within a round.");
    }
    List<Double> sorted = new ArrayList<>(samples);
    Collections.sort(sorted);
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size())));
  }
}

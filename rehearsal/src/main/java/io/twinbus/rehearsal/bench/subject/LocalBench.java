package io.twinbus.rehearsal.bench.subject;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.rehearsal.bench.BenchStage;
import io.twinbus.rehearsal.bench.Benchmark;
import io.twinbus.rehearsal.bench.Budget;
import io.twinbus.rehearsal.bench.Result;
import io.twinbus.rehearsal.bench.Samples;
import io.twinbus.rehearsal.bench.baseline.ListSends;
import io.twinbus.rehearsal.bench.baseline.ManySessions;
import io.twinbus.rehearsal.bench.baseline.OrderedSends;
import io.twinbus.rehearsal.bench.baseline.Replaces;
import io.twinbus.rehearsal.bench.baseline.SessionProcessing;
import io.twinbus.rehearsal.bench.contest.Contender;
import io.twinbus.rehearsal.bench.contest.Workload;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * How fast the local stack is: its endpoints in a process of their own, a fresh one for each
 * measurement, the client in this one.
 */
public final class LocalBench implements Benchmark {
  private static final int WARM_ROUNDS = 3;
  private static final int SESSIONS = 100_000;
  private static final double MAX_MEBIBYTES = 1_024;
  private static final double PERCENT = 100;
  private static final SessionProcessing.Tuning PROCESSOR =
      new SessionProcessing.Tuning(64, 0, Duration.ofSeconds(30));

  private final Function<Integer, List<String>> arguments;
  private int starts;

  /** A bench of stacks that are started with these arguments, each directory used once. */
  public LocalBench(Function<Integer, List<String>> arguments) {
    this.arguments = arguments;
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    String queue = EntitySettings.DEFAULT_QUEUE;
    measure(
        stage,
        "sends, lists of 100",
        Budget.atLeast(30_000),
        stack -> new ListSends(east(stack), queue, 40_000));
    measure(
        stage,
        "ordered sends, 64 sessions",
        Budget.atLeast(12_000),
        stack -> new OrderedSends(east(stack), queue, 32_000));
    measure(
        stage,
        "session processor, single completes",
        Budget.atLeast(6_000),
        stack ->
            new SessionProcessing(
                east(stack), queue, new Workload(64, 19_200, Workload.SMALL), PROCESSOR));
    measure(
        stage,
        "ledger, replace If-Match",
        Budget.atLeast(4_000),
        stack -> new Replaces(stack.ledger().toString(), stack.ledgerKey().reveal(), 16_000));
    memory(stage);
  }

  private void measure(
      BenchStage stage, String name, Budget budget, Function<Endpoints, Contender> contender)
      throws IOException, InterruptedException, TimeoutException {
    LocalProcess stack = start(stage);
    long pid = stack.process().pid();
    try (Contender measured = contender.apply(stack.endpoints())) {
      List<Double> rates = new ArrayList<>();
      List<Double> shares = new ArrayList<>();
      for (int round = -WARM_ROUNDS; round < stage.rounds(); round++) {
        stage.progress().show("%s: round %d".formatted(name, round));
        measured.prepare(round);
        ProcessorTime before = ProcessorTime.now(pid);
        double rate = measured.run(round).perSecond();
        if (round >= 0) {
          rates.add(rate);
          shares.add(ProcessorTime.now(pid).endpointShareSince(before));
        }
      }
      double share = shares.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
      stage.tell(
          Result.of(name, "/s", new Samples(rates))
              .within(budget)
              .remarking(String.format(Locale.ROOT, "endpoint's CPU: %.0f %%", share * PERCENT)));
    } finally {
      stack.process().kill();
    }
  }

  private void memory(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    LocalProcess stack = start(stage);
    try (Contender sessions =
        new ManySessions(east(stack.endpoints()), EntitySettings.DEFAULT_QUEUE, SESSIONS)) {
      stage.progress().show("100,000 sessions …");
      sessions.run(0);
      long pid = stack.process().pid();
      Samples heap = Samples.once(ProcessMemory.liveHeapMebibytes(pid));
      Samples resident = Samples.once(ProcessMemory.residentMebibytes(pid));
      Budget budget = Budget.atMost(MAX_MEBIBYTES);
      stage.tell(
          Result.of("100,000 sessions of a message, live heap", " MiB", heap).within(budget));
      stage.tell(
          Result.of("100,000 sessions of a message, resident", " MiB", resident).within(budget));
    } finally {
      stack.process().kill();
    }
  }

  private LocalProcess start(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    return stage.startStack(arguments.apply(++starts).toArray(String[]::new));
  }

  private static String east(Endpoints stack) {
    return Objects.requireNonNull(stack.connectionStrings().get(new RegionName("east"))).reveal();
  }
}

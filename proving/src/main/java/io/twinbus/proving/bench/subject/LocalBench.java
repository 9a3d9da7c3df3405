package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.ListSends;
import io.twinbus.proving.bench.baseline.ManySessions;
import io.twinbus.proving.bench.baseline.OrderedSends;
import io.twinbus.proving.bench.baseline.RawReplaces;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.instrument.ProcessMemory;
import io.twinbus.proving.bench.instrument.ProcessorTime;
import io.twinbus.rehearsal.stack.Endpoints;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * How fast the local stack is: its endpoints in a process of their own, a fresh one for each
 * measurement, the client in this one.
 */
public final class LocalBench implements Benchmark {
  private static final double MAX_MEBIBYTES = 1_024;
  private static final double PERCENT = 100;
  private static final String QUEUE = MeasuredStack.QUEUE;
  private static final SessionProcessing.Tuning PROCESSOR =
      new SessionProcessing.Tuning(64, 0, Duration.ofSeconds(30));

  /**
   * How much is done.
   *
   * @param listed messages of a round that are sent in lists
   * @param ordered messages of a round that are sent one after the other in each session
   * @param processed what a round receives
   * @param replaces replaces of a round
   * @param sessions how many sessions one sees the memory of
   */
  private record Plan(
      int warmRounds, int listed, int ordered, Workload processed, int replaces, int sessions) {}

  private final Plan plan;
  private final Function<Integer, List<String>> arguments;
  private int starts;

  private LocalBench(Plan plan, Function<Integer, List<String>> arguments) {
    this.plan = plan;
    this.arguments = arguments;
  }

  /** A bench of stacks that are started with these arguments, each directory used once. */
  public static LocalBench full(Function<Integer, List<String>> arguments) {
    return new LocalBench(
        new Plan(3, 40_000, 32_000, new Workload(64, 19_200, Workload.SMALL), 16_000, 100_000),
        arguments);
  }

  /** A few messages: it only shows that the bench works. */
  public static LocalBench brief() {
    return new LocalBench(
        new Plan(0, 200, 128, new Workload(4, 40, Workload.SMALL), 32, 200), start -> List.of());
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    measure(
        stage,
        "sends, lists of 100",
        Budget.atLeast(30_000),
        stack -> new ListSends(east(stack), QUEUE, plan.listed()));
    measure(
        stage,
        "ordered sends, 64 sessions",
        Budget.atLeast(12_000),
        stack -> new OrderedSends(east(stack), QUEUE, plan.ordered()));
    measure(
        stage,
        "session processor, single completes",
        Budget.atLeast(6_000),
        stack -> new SessionProcessing(east(stack), QUEUE, plan.processed(), PROCESSOR));
    measure(
        stage,
        "ledger, replace If-Match",
        Budget.atLeast(4_000),
        stack -> {
          Endpoints endpoints = stack.endpoints();
          return new RawReplaces(
              endpoints.ledger().toString(), endpoints.ledgerKey().reveal(), plan.replaces());
        });
    memory(stage);
  }

  private void measure(
      BenchStage stage, String name, Budget budget, Function<MeasuredStack, Contender> contender)
      throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = start(stage);
        Contender measured = contender.apply(stack)) {
      List<Double> rates = new ArrayList<>();
      List<Double> shares = new ArrayList<>();
      for (int round = -plan.warmRounds(); round < stage.rounds(); round++) {
        stage.progress().show("%s: round %d".formatted(name, round));
        measured.prepare(round);
        ProcessorTime before = ProcessorTime.now(stack.pid());
        double rate = measured.run(round).perSecond();
        if (round >= 0) {
          rates.add(rate);
          shares.add(ProcessorTime.now(stack.pid()).endpointShareSince(before));
        }
      }
      double share = shares.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
      stage.tell(
          Result.of(name, "/s", new Samples(rates))
              .within(budget)
              .remarking(String.format(Locale.ROOT, "endpoint's CPU: %.0f %%", share * PERCENT)));
    }
  }

  private void memory(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    String name = String.format(Locale.ROOT, "%,d sessions", plan.sessions());
    try (MeasuredStack stack = start(stage);
        Contender sessions = new ManySessions(east(stack), QUEUE, plan.sessions())) {
      stage.progress().show(name + " …");
      sessions.run(0);
      Samples heap = Samples.once(ProcessMemory.liveHeapMebibytes(stack.pid()));
      Samples resident = Samples.once(ProcessMemory.residentMebibytes(stack.pid()));
      Budget budget = Budget.atMost(MAX_MEBIBYTES);
      stage.tell(Result.of(name + " of a message, live heap", " MiB", heap).within(budget));
      stage.tell(Result.of(name + " of a message, resident", " MiB", resident).within(budget));
    }
  }

  /** One with empty queues, also where it was lent. */
  private MeasuredStack start(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    MeasuredStack stack =
        MeasuredStack.start(stage, arguments.apply(++starts).toArray(String[]::new));
    stack.empty();
    return stack;
  }

  private static String east(MeasuredStack stack) {
    return stack.connection(MeasuredStack.EAST);
  }
}

package io.twinbus.rehearsal.bench;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.rehearsal.bench.baseline.Baseline;
import io.twinbus.rehearsal.bench.baseline.ListSends;
import io.twinbus.rehearsal.bench.baseline.ManySessions;
import io.twinbus.rehearsal.bench.baseline.OrderedSends;
import io.twinbus.rehearsal.bench.baseline.Replaces;
import io.twinbus.rehearsal.bench.baseline.SessionProcessing;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How fast the local stack is: its endpoints in a process of their own, a fresh one for each
 * measurement, the client in this one.
 */
public final class LocalBench {
  private static final int WARM_ROUNDS = 3;
  private static final int SESSIONS = 100_000;
  private static final double MAX_MEBIBYTES = 1_024;

  private final Children children;
  private final Function<Integer, List<String>> arguments;
  private final int rounds;
  private int starts;

  /** A bench of stacks that are started with these arguments, each directory used once. */
  public LocalBench(Children children, Function<Integer, List<String>> arguments, int rounds) {
    this.children = children;
    this.arguments = arguments;
    this.rounds = rounds;
  }

  /**
   * Measures everything and tells each result as it comes.
   *
   * @throws IOException when a stack cannot be started
   * @throws TimeoutException when one is not ready in time
   */
  public List<Result> run(Consumer<Result> told)
      throws IOException, InterruptedException, TimeoutException {
    List<Result> results = new ArrayList<>();
    Consumer<Result> both = told.andThen(results::add);
    both.accept(
        measure(
            "sends, lists of 100",
            Budget.atLeast(30_000),
            stack -> new ListSends(east(stack), EntitySettings.DEFAULT_QUEUE, 40_000)));
    both.accept(
        measure(
            "ordered sends, 64 sessions",
            Budget.atLeast(12_000),
            stack -> new OrderedSends(east(stack), EntitySettings.DEFAULT_QUEUE, 32_000)));
    both.accept(
        measure(
            "session processor, single completes",
            Budget.atLeast(6_000),
            stack -> new SessionProcessing(east(stack), EntitySettings.DEFAULT_QUEUE, 19_200)));
    both.accept(
        measure(
            "ledger, replace If-Match",
            Budget.atLeast(4_000),
            stack -> new Replaces(stack.ledger().toString(), stack.ledgerKey().reveal(), 16_000)));
    memory().forEach(both);
    return results;
  }

  private Result measure(String name, Budget budget, Function<Endpoints, Baseline> baseline)
      throws IOException, InterruptedException, TimeoutException {
    LocalProcess stack = start();
    try (Baseline measured = baseline.apply(stack.endpoints())) {
      List<Double> rates = new ArrayList<>();
      List<Double> shares = new ArrayList<>();
      for (int round = -WARM_ROUNDS; round < rounds; round++) {
        measured.prepare(round);
        ProcessorTime before = ProcessorTime.now(stack.process().pid());
        long start = System.nanoTime();
        int times = measured.run(round);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (round >= 0) {
          rates.add(times / seconds);
          shares.add(ProcessorTime.now(stack.process().pid()).endpointShareSince(before));
        }
      }
      double share = shares.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
      return new Result(name, budget, rates, share);
    } finally {
      stack.process().kill();
    }
  }

  private List<Result> memory() throws IOException, InterruptedException, TimeoutException {
    LocalProcess stack = start();
    try (Baseline sessions =
        new ManySessions(east(stack.endpoints()), EntitySettings.DEFAULT_QUEUE, SESSIONS)) {
      sessions.run(0);
      long pid = stack.process().pid();
      Budget budget = Budget.atMostMebibytes(MAX_MEBIBYTES);
      double heap = ProcessMemory.liveHeapMebibytes(pid);
      double resident = ProcessMemory.residentMebibytes(pid);
      return List.of(
          new Result("100,000 sessions of a message, live heap", budget, List.of(heap), Double.NaN),
          new Result(
              "100,000 sessions of a message, resident", budget, List.of(resident), Double.NaN));
    } finally {
      stack.process().kill();
    }
  }

  private LocalProcess start() throws IOException, InterruptedException, TimeoutException {
    int number = ++starts;
    return LocalProcess.start(
        children,
        LocalProcess.command("local-" + number, arguments.apply(number), JavaCommand.Jvm.FAST));
  }

  private static String east(Endpoints stack) {
    return Objects.requireNonNull(stack.connectionStrings().get(new RegionName("east"))).reveal();
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.instrument.Heap;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.CountingStore;
import io.twinbus.proving.bench.product.TwinbusSends;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * What more sessions cost a receiver: active ones, whose claims it holds, and known ones, which
 * have a record and nothing else. Memory is the live heap of this process, in which the receiver
 * and the SDK's clients are.
 */
public final class ScaleBench implements Benchmark {

  private static final double ACTIVE_BUDGET_KIB = 64;

  /**
   * None is wanted; this much is within what JVM and SDK keep meanwhile, however many there are.
   */
  private static final double KNOWN_BUDGET_BYTES = 64;

  private static final double KIB_OF_MIB = 1_024;
  private static final double BYTES_OF_MIB = 1 << 20;

  private final List<Integer> active;
  private final List<Integer> known;

  private ScaleBench(List<Integer> active, List<Integer> known) {
    this.active = List.copyOf(active);
    this.known = List.copyOf(known);
  }

  /** Up to 2,000 active and 100,000 known sessions. */
  public static ScaleBench full() {
    return new ScaleBench(List.of(100, 500, 2_000), List.of(1_000, 10_000, 100_000));
  }

  /** As many as it takes to see what one of them costs. */
  public static ScaleBench budgeted() {
    return new ScaleBench(List.of(100, 1_000), List.of(2_000, 32_000));
  }

  /** A few sessions: it only shows that the bench works. */
  public static ScaleBench brief() {
    return new ScaleBench(List.of(2, 6), List.of(2, 6));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      active(stage, stack);
    }
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      known(stage, stack);
    }
  }

  private void active(BenchStage stage, MeasuredStack stack) {
    FlatSettings settings =
        settings(
            stack,
            Map.of("twinbus.receiver.linger", "10m", "twinbus.receiver.max-sessions", "2200"));
    double[] heaps = new double[active.size()];
    steps(
        stage,
        stack,
        settings,
        active,
        "scale, active sessions: ",
        step -> heaps[step] = Heap.usedMebibytes());
    int last = active.size() - 1;
    double more = active.get(last) - active.get(0);
    stage.tell(
        Result.of(
                "scale: memory per active session",
                " KiB",
                Samples.once((heaps[last] - heaps[0]) * KIB_OF_MIB / more))
            .within(Budget.atMost(ACTIVE_BUDGET_KIB))
            .remarking("with the SDK's link"));
  }

  private void known(BenchStage stage, MeasuredStack stack) {
    FlatSettings settings =
        settings(
            stack,
            Map.of("twinbus.receiver.linger", "200ms", "twinbus.receiver.long-linger", "200ms"));
    double[] heaps = new double[known.size()];
    steps(
        stage,
        stack,
        settings,
        known,
        "scale, known sessions: ",
        step -> heaps[step] = Heap.settledMebibytes());
    int last = known.size() - 1;
    double more = known.get(last) - known.get(0);
    stage.tell(
        Result.of(
                "scale: memory per idle known session",
                " B",
                Samples.once((heaps[last] - heaps[0]) * BYTES_OF_MIB / more))
            .within(Budget.atMost(KNOWN_BUDGET_BYTES)));
  }

  /** Brings one receiver from one number of sessions to the next, a message for each new one. */
  private static void steps(
      BenchStage stage,
      MeasuredStack stack,
      FlatSettings settings,
      List<Integer> sizes,
      String name,
      IntConsumer reached) {
    AtomicInteger handled = new AtomicInteger();
    boolean keeps = settings.get(ReceiverKeys.LINGER).equals(Duration.ofMinutes(10));
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings)) {
      CountingStore store = new CountingStore(ledger.sessions());
      try (BenchReceiver receiver =
          BenchReceiver.start(settings, ledger, store, message -> handled.incrementAndGet())) {
        int before = 0;
        for (int step = 0; step < sizes.size(); step++) {
          int size = sizes.get(step);
          int more = size - before;
          stage.progress().show(name + size);
          Stopwatch watch = Stopwatch.start();
          long operations = store.operations();
          send(settings, step, more);
          Waiting.until("messages are handled", size / 100 + 180, () -> handled.get() >= size);
          double seconds = watch.seconds();
          Waiting.until(
              "copies are settled",
              () ->
                  stack.unsettled(MeasuredStack.EAST) == 0
                      && receiver.claimed() == (keeps ? size : 0));
          stack.control().empty(MeasuredStack.WEST, null);
          tell(stage, name + "%,d".formatted(size), more / seconds);
          stage.tell(
              Result.of(
                  name + "%,d, ledger operations per new one".formatted(size),
                  "",
                  Samples.once((double) (store.operations() - operations) / more)));
          reached.accept(step);
          before = size;
        }
      }
    }
  }

  private static void tell(BenchStage stage, String name, double perSecond) {
    stage.tell(Result.of(name + ", sent and handled", "/s", Samples.once(perSecond)));
  }

  private static void send(FlatSettings settings, int step, int sessions) {
    try (TwinbusSends sends =
        new TwinbusSends(settings, new Workload(sessions, sessions, Workload.SMALL))) {
      sends.run(step);
    }
  }

  private static FlatSettings settings(MeasuredStack stack, Map<String, String> others) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "twinbus.region", MeasuredStack.EAST,
                "twinbus.home", MeasuredStack.EAST,
                "twinbus.standby-delay", "10m"));
    all.putAll(others);
    return stack.settings(all);
  }
}

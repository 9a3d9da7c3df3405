package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.protocol.RegionName;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.ReceiverProcess;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.CountingHandler;
import io.twinbus.proving.bench.product.NumberedCopies;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The acts of {@link MemoryBench}. Each begins with an empty queue and a new receiver.
 *
 * <ol>
 *   <li>{@link #sessions}: all messages are there when the receiver starts.
 *   <li>{@link #gap}: a session's first message is lost, and all others are there. When the gap is
 *       on record, the lost message comes after all.
 *   <li>{@link #waiting}: the same with many sessions of one message each. Their lost messages come
 *       when as many gaps are on record.
 * </ol>
 */
final class MemoryPlay {

  private static final int BOUND_SECONDS = 600;
  private static final int GRACE_SECONDS = 5;
  private static final double LOOK_SECONDS = 0.5;

  private final BenchStage stage;
  private final MeasuredStack stack;
  private int acts;

  /** How fast messages were handled, and what the receiver's process took for it. */
  record Lap(double perSecond, double residentMib) {}

  MemoryPlay(BenchStage stage, MeasuredStack stack) {
    this.stage = stage;
    this.stack = stack;
  }

  /** All messages of {@code load} are there, and a receiver with such a heap comes. */
  Lap sessions(String heap, MemoryBench.Load load)
      throws IOException, InterruptedException, TimeoutException {
    String act = begin("sessions, heap " + heap);
    try (CountingHandler handler = CountingHandler.start();
        NumberedCopies copies = copies(load)) {
      put(copies, act, load, 1);
      try (ReceiverProcess receiver = receiver(heap, handler, load)) {
        await(receiver, "the first message is handled", () -> handler.handled() > 0);
        int before = handler.handled();
        Stopwatch watch = Stopwatch.start();
        await(receiver, "all are handled", () -> handler.handled() >= load.all());
        double perSecond = (load.all() - before) / watch.seconds();
        await(receiver, "all are settled", () -> stack.unsettled(MeasuredStack.EAST) == 0);
        requireOrder(handler);
        return new Lap(perSecond, receiver.peakResidentMebibytes());
      }
    }
  }

  /** A session with {@code load} behind a lost message. */
  void gap(MemoryBench.Load load) throws IOException, InterruptedException, TimeoutException {
    String name =
        "memory: a gap before %,d messages of %,d KB"
            .formatted(load.messages(), load.bytes() / 1_000);
    behindGaps(name, "gap", load);
  }

  /** Sessions that each have {@code load} behind a lost message. */
  void waiting(MemoryBench.Load load) throws IOException, InterruptedException, TimeoutException {
    String name =
        "memory: %,d sessions that wait with a message of %,d KB"
            .formatted(load.sessions(), load.bytes() / 1_000);
    behindGaps(name, "waiting", load);
  }

  private void behindGaps(String name, String what, MemoryBench.Load load)
      throws IOException, InterruptedException, TimeoutException {
    String act = begin(what);
    try (CountingHandler handler = CountingHandler.start();
        NumberedCopies copies = copies(load);
        CosmosLedger ledger =
            BenchReceiver.openLedger(stack.settings(Map.of("twinbus.queue", MemoryBench.QUEUE)))) {
      put(copies, act, load, 2);
      try (ReceiverProcess receiver = receiver(MemoryBench.SMALL, handler, load)) {
        Stopwatch watch = Stopwatch.start();
        GapCount gaps = new GapCount(ledger.queries(), act);
        await(receiver, "all gaps are on record", () -> gaps.look() >= load.sessions());
        stage.tell(
            Result.of(name + ": until all gaps are on record", " s", Samples.once(watch.seconds()))
                .remarking("after a grace of %d s".formatted(GRACE_SECONDS)));
        fill(handler, receiver, copies, act, load, name);
      }
    }
  }

  private void fill(
      CountingHandler handler,
      ReceiverProcess receiver,
      NumberedCopies copies,
      String act,
      MemoryBench.Load load,
      String name)
      throws IOException {
    stage.progress().show(name + ": the lost messages come …");
    int all = load.all() + load.sessions();
    Stopwatch watch = Stopwatch.start();
    for (int n = 0; n < load.sessions(); n++) {
      copies.put(act + n, 1, 1);
    }
    await(receiver, "all are handled", () -> handler.handled() >= all);
    double perSecond = all / watch.seconds();
    await(receiver, "all are settled", () -> stack.unsettled(MeasuredStack.EAST) == 0);
    stage.tell(
        Result.of(name + ": handled once the lost ones came", "/s", Samples.once(perSecond))
            .remarking("%.0f MB/s".formatted(load.megabytes(perSecond))));
    stage.tell(
        Result.of(
            name + ": most of the machine's memory",
            " MiB",
            Samples.once(receiver.peakResidentMebibytes())));
    stage.tell(
        Result.of(
                name + ": handler calls repeated or out of order",
                "",
                Samples.once(handler.repeats() + handler.disordered()))
            .within(Budget.atMost(0)));
  }

  private String begin(String what) {
    stage.progress().show("memory, %s: filling the queue …".formatted(what));
    MeasuredStack.REGIONS.forEach(region -> stack.control().empty(region, MemoryBench.QUEUE));
    return "act-%d-".formatted(++acts);
  }

  private NumberedCopies copies(MemoryBench.Load load) {
    return new NumberedCopies(
        stack.connection(MeasuredStack.EAST),
        MemoryBench.QUEUE,
        new RegionName(MeasuredStack.EAST),
        load.bytes());
  }

  private static void put(NumberedCopies copies, String act, MemoryBench.Load load, long first) {
    for (int n = 0; n < load.sessions(); n++) {
      copies.put(act + n, first, first + load.messages() - 1);
    }
  }

  private ReceiverProcess receiver(String heap, CountingHandler handler, MemoryBench.Load load)
      throws IOException, InterruptedException, TimeoutException {
    stage.progress().show("memory: a receiver with a heap of %s …".formatted(heap));
    return ReceiverProcess.start(
        stage,
        "receiver-" + acts,
        heap,
        MeasuredStack.EAST,
        stack.endpoints().toYaml()
            + """
              queue: %s
              receiver:
                max-sessions: %d
                gap-grace: %ds
                http:
                  url: '%s'
            """
                .formatted(
                    MemoryBench.QUEUE, load.sessions() + 10, GRACE_SECONDS, handler.address()));
  }

  private static void requireOrder(CountingHandler handler) {
    if (handler.repeats() + handler.disordered() > 0) {
      throw new IllegalStateException(
          "%d calls came again, and %d out of order."
              .formatted(handler.repeats(), handler.disordered()));
    }
  }

  private static void await(ReceiverProcess receiver, String what, BooleanSupplier condition) {
    Waiting.until(
        what,
        BOUND_SECONDS,
        () -> {
          receiver.requireAlive();
          return condition.getAsBoolean();
        });
  }

  /** How many sessions of an act have a gap on record, asked for now and then. */
  private static final class GapCount {

    private final LedgerQueries queries;
    private final SessionFilter filter;
    private Stopwatch sinceLook = Stopwatch.start();
    private int last;

    GapCount(LedgerQueries queries, String prefix) {
      this.queries = queries;
      this.filter = SessionFilter.ALL.withPrefix(prefix).withGaps();
    }

    int look() {
      if (sinceLook.seconds() > LOOK_SECONDS) {
        last = count();
        sinceLook = Stopwatch.start();
      }
      return last;
    }

    private int count() {
      int found = 0;
      Optional<String> continuation = Optional.empty();
      do {
        PageOutcome outcome =
            queries
                .list(filter, LedgerQueries.MAX_PAGE_SIZE, continuation)
                .toCompletableFuture()
                .join();
        if (!(outcome instanceof PageOutcome.Page page)) {
          return last;
        }
        found += page.sessions().size();
        continuation = page.continuation();
      } while (continuation.isPresent());
      return found;
    }
  }
}

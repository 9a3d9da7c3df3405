package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Heap;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A thousand sessions active at once at one receiver, which holds a claim on each, and a hundred
 * thousand messages through them: whether memory stays as it was after the first tenth, and threads
 * as they were after the first half, when every pool has been as busy as it gets. Both are those of
 * this process, in which the receiver, a sender and the SDK's clients are.
 */
public final class SessionsBench implements Benchmark {

  private static final int BODY_BYTES = 200;

  /** Collections and pools breathe by so much; a leak of 100 bytes a message would be 8.6 MiB. */
  private static final double MORE_HEAP_MIB = 4;

  private static final double MORE_THREADS = 4;
  private static final int ANSWER_SECONDS = 120;

  private final int sessions;
  private final int step;
  private final int steps;

  private SessionsBench(int sessions, int step, int steps) {
    this.sessions = sessions;
    this.step = step;
    this.steps = steps;
  }

  /** All of it. */
  public static SessionsBench full() {
    return new SessionsBench(1_000, 10_000, 10);
  }

  /** A few sessions: it only shows that the bench works. */
  public static SessionsBench brief() {
    return new SessionsBench(10, 20, 2);
  }

  /** What a step left behind. */
  private record Look(double heapMib, int threads, double perSecond) {}

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      FlatSettings settings =
          stack.settings(
              Map.of(
                  "twinbus.region", MeasuredStack.EAST,
                  "twinbus.home", MeasuredStack.EAST,
                  "twinbus.standby-delay", "30m",
                  "twinbus.receiver.commit", "grouped",
                  "twinbus.receiver.linger", "10m",
                  "twinbus.receiver.max-sessions", "1100"));
      AtomicInteger handled = new AtomicInteger();
      try (CosmosLedger ledger = BenchReceiver.openLedger(settings);
          BenchReceiver receiver =
              BenchReceiver.start(settings, ledger, message -> handled.incrementAndGet());
          Sender sender = Sender.builder(settings).build()) {
        tell(stage, looks(stage, stack, new Parts(receiver, sender, handled)));
      }
    }
  }

  private record Parts(BenchReceiver receiver, Sender sender, AtomicInteger handled) {}

  private List<Look> looks(BenchStage stage, MeasuredStack stack, Parts parts) {
    List<Look> looks = new ArrayList<>();
    for (int done = 0; done < steps; done++) {
      int until = (done + 1) * step;
      stage.progress().show("sessions: %,d messages".formatted(until));
      Stopwatch watch = Stopwatch.start();
      send(parts.sender(), done * step, until);
      Waiting.until("messages are handled", () -> parts.handled().get() >= until);
      double perSecond = step / watch.seconds();
      Waiting.until("copies are settled", () -> stack.unsettled(MeasuredStack.EAST) == 0);
      stack.control().empty(MeasuredStack.WEST, null);
      if (parts.receiver().claimed() != sessions) {
        throw new IllegalStateException(
            "%d of %d sessions are active.".formatted(parts.receiver().claimed(), sessions));
      }
      looks.add(
          new Look(
              Heap.usedMebibytes(),
              ManagementFactory.getThreadMXBean().getThreadCount(),
              perSecond));
    }
    return looks;
  }

  private void send(Sender sender, int from, int until) {
    CompletableFuture<?>[] receipts = new CompletableFuture<?>[until - from];
    for (int n = from; n < until; n++) {
      receipts[n - from] =
          sender
              .send(
                  OutboundMessage.of("session-" + n % sessions, "message-" + n)
                      .body("x".repeat(BODY_BYTES))
                      .build())
              .thenCompose(Receipt::inAllRegions);
    }
    CompletableFuture.allOf(receipts).orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
  }

  private void tell(BenchStage stage, List<Look> looks) {
    Look first = looks.get(0);
    Look middle = looks.get(looks.size() / 2 - 1);
    Look last = looks.get(looks.size() - 1);
    stage.tell(
        Result.of(
            "sessions: %,d active at once, sent and handled".formatted(sessions),
            "/s",
            new Samples(looks.stream().skip(1).map(Look::perSecond).toList())));
    stage.tell(
        Result.of(
                "sessions: threads after %,d messages, above those after %,d"
                    .formatted(steps * step, steps / 2 * step),
                "",
                Samples.once(last.threads() - middle.threads()))
            .within(Budget.atMost(MORE_THREADS))
            .remarking(
                looks.stream()
                    .map(look -> Integer.toString(look.threads()))
                    .collect(Collectors.joining(", "))));
    stage.tell(
        Result.of(
                "sessions: heap after %,d messages, above that after %,d"
                    .formatted(steps * step, step),
                " MiB",
                Samples.once(last.heapMib() - first.heapMib()))
            .within(Budget.atMost(MORE_HEAP_MIB))
            .remarking("%.1f, then %.1f".formatted(first.heapMib(), last.heapMib())));
  }
}

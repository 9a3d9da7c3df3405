package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Drawing;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.trace.Span;
import io.twinbus.proving.bench.trace.Timeline;
import io.twinbus.proving.bench.trace.Trace;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where the time of a message goes: each await between its sending and the next one's handler, from
 * a real run, drawn as a line of its own. The last round of each case is drawn.
 */
public final class TripsBench implements Benchmark {

  private static final double MILLIS = 1e6;
  private static final String COMMIT = "twinbus.receiver.commit";

  /** The compiler has most to do in the first ones. */
  private static final int WARM_ROUNDS = 20;

  private static final int GROUP = 5;
  private static final int WAITING = 4;

  private final int warmRounds;

  private TripsBench(int warmRounds) {
    this.warmRounds = warmRounds;
  }

  /** Every case, warm. */
  public static TripsBench full() {
    return new TripsBench(WARM_ROUNDS);
  }

  /** A round of each: it only shows that the bench works. */
  public static TripsBench brief() {
    return new TripsBench(0);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      try (Way way = new Way(stack, Map.of(COMMIT, "grouped"))) {
        play(stage, way, "a new session's first message", this::first);
        play(stage, way, "the next message, claim held", this::next);
        play(stage, way, "five at once, claim held, grouped", this::group);
      }
      stack.empty();
      try (Way way = new Way(stack, Map.of(COMMIT, "each"))) {
        play(stage, way, "five at once, claim held, each", this::group);
      }
      stack.empty();
      try (Way way = new Way(stack, Map.of("twinbus.receiver.max-sessions", "1"))) {
        play(stage, way, "four sessions of one, one place", this::waiting);
      }
    }
  }

  /** What is traced of a case. */
  private interface Case {

    void play(Way way, String session);
  }

  private void first(Way way, String session) {
    way.trace.begin();
    way.send(session, 1, 1);
    way.quiet();
  }

  private void next(Way way, String session) {
    way.send(session, 1, 1);
    way.quiet();
    way.trace.begin();
    way.send(session, 2, 1);
    way.quiet();
  }

  private void group(Way way, String session) {
    way.send(session, 1, 1);
    way.quiet();
    way.trace.begin();
    way.send(session, 2, GROUP);
    way.quiet();
  }

  private void waiting(Way way, String session) {
    way.trace.begin();
    for (int i = 1; i <= WAITING; i++) {
      way.sendOne(session + (char) ('a' + i - 1), 1);
    }
    way.awaitHandled();
    way.quiet();
  }

  private void play(BenchStage stage, Way way, String name, Case one) {
    List<Double> sentToCalled = new ArrayList<>();
    List<Span> last = List.of();
    for (int round = -warmRounds; round < stage.rounds(); round++) {
      stage.progress().show("trips, %s: round %d".formatted(name, round + 1));
      one.play(way, way.nextSession());
      last = way.trace.spans();
      if (round >= 0) {
        sentToCalled.add(lastCall(last) / MILLIS);
      }
    }
    stage.tell(
        Result.of(
            "trips, %s: until the last handler call".formatted(name),
            " ms",
            new Samples(sentToCalled)));
    stage.show(new Drawing(name, Timeline.draw(last)));
  }

  private static double lastCall(List<Span> spans) {
    return spans.stream()
        .filter(span -> span.who().equals("handler"))
        .mapToLong(Span::from)
        .max()
        .orElseThrow(() -> new IllegalStateException("No handler was called."));
  }

  /** A sender and a receiver of one region, traced. */
  private static final class Way implements AutoCloseable {

    private final Trace trace = new Trace(System::nanoTime);
    private final Body body = Body.ofUtf8("x".repeat(Workload.SMALL));
    private final AtomicInteger handled = new AtomicInteger();
    private final Sender sender;
    private final CosmosLedger ledger;
    private final BenchReceiver receiver;
    private int sent;
    private int sessions;

    private Way(MeasuredStack stack, Map<String, String> others) {
      FlatSettings settings =
          stack
              .settings(
                  Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST))
              .with(others);
      this.sender = Sender.builder(settings).build();
      this.ledger = BenchReceiver.openLedger(settings);
      this.receiver =
          BenchReceiver.traced(
              settings,
              ledger,
              (message, invocation) -> {
                handled.incrementAndGet();
                return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
              },
              trace);
    }

    private String nextSession() {
      return "s" + ++sessions;
    }

    /** Sends so many messages of a session at once; returns when their handler has been called. */
    private void send(String session, int first, int count) {
      for (int n = first; n < first + count; n++) {
        sendOne(session, n);
      }
      awaitHandled();
    }

    private void sendOne(String session, int n) {
      String id = session + "-" + n;
      sent++;
      var unused =
          trace.until(
              "producer",
              "send: " + id,
              () -> sender.send(OutboundMessage.of(session, id).body(body).build()));
    }

    private void awaitHandled() {
      Waiting.until("each message has come to its handler", () -> handled.get() >= sent);
    }

    /** Returns when nothing has ended for a while. */
    private void quiet() {
      Waiting.quiet(() -> trace.spans().size());
    }

    @Override
    public void close() {
      sender.close();
      receiver.close();
      ledger.close();
    }
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.ProcessorWay;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.MessageWay;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.TwinbusWay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * From the call of the sender until the handler is called: for the first message of a session that
 * is new, and for the next ones, each some time after the one before has ended. The product against
 * the SDK's sender and session processor, in turn.
 */
final class FirstAndNext {

  private static final double MICROS = 1_000;
  private static final int DIGITS = 3;
  private static final double P50 = 50;
  private static final double P99 = 99;

  /** Between two sends, so that none waits for the one before. */
  private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

  /**
   * New sessions of a round that does not count: fewer than the session processor has places. The
   * first calls of what claims a session take ten times as long as later ones.
   */
  private static final int WARMING = 150;

  private static final long WARMING_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Until the last message's end is written, wherever the ledger is. */
  private static final long ENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** No session is left between two of its messages. */
  private static final SessionProcessing.Tuning TUNING =
      new SessionProcessing.Tuning(200, 0, Duration.ofSeconds(20));

  /** What a first message may take longer than the baseline's, beside a write of its claim. */
  private static final double FIRST_MILLIS = 10;

  private static final double NEXT_P50_MILLIS = 2;
  private static final double NEXT_P99_MILLIS = 10;

  private final int sessions;
  private final int next;
  private final int warmRounds;

  /**
   * What is sent.
   *
   * @param sessions how many new sessions a round has
   * @param next how many messages follow in each
   * @param warmRounds how many rounds do not count
   */
  FirstAndNext(int sessions, int next, int warmRounds) {
    this.sessions = sessions;
    this.next = next;
    this.warmRounds = warmRounds;
  }

  /** Who sends and receives, and what its rounds came to. */
  private final class Side {

    private final String name;
    private final Function<Consumer<String>, MessageWay> start;
    private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final List<Histogram> firsts = new ArrayList<>();
    private final List<Histogram> nexts = new ArrayList<>();
    private volatile Histogram histogram = histogram();

    private Side(String name, Function<Consumer<String>, MessageWay> start) {
      this.name = name;
      this.start = start;
    }

    private void arrived(String id) {
      long now = System.nanoTime();
      Long sent = sentAt.remove(id);
      if (sent != null) { // or it comes a second time
        histogram.recordValue(TimeUnit.NANOSECONDS.toMicros(now - sent));
        arrived.incrementAndGet();
      }
    }

    /** A round; connections, links and a lease stand before it begins. */
    private void round(int round) {
      try (MessageWay way = start.apply(this::arrived)) {
        if (round < 0) {
          messages(way, WARMING, WARMING_APART_NANOS, "warm-%d".formatted(-round), 0);
          return;
        }
        messages(way, sessions, APART_NANOS, "begin-%d".formatted(round), 0);
        String prefix = "%s-%d".formatted(name, round);
        Histogram first = messages(way, sessions, APART_NANOS, prefix, 0);
        Histogram following = histogram();
        for (int number = 1; number <= next; number++) {
          following.add(messages(way, sessions, APART_NANOS, prefix, number));
        }
        firsts.add(first);
        nexts.add(following);
      }
    }

    /** A message of each session; returns when all have come, and their ends are written. */
    private Histogram messages(
        MessageWay way, int sessions, long apartNanos, String prefix, int number) {
      Histogram measured = histogram();
      histogram = measured;
      arrived.set(0);
      for (int i = 0; i < sessions; i++) {
        String session = "%s-%d".formatted(prefix, i);
        String id = session + "-" + number;
        sentAt.put(id, System.nanoTime());
        way.send(session, id);
        LockSupport.parkNanos(apartNanos);
      }
      Waiting.until("each message has come to its handler", () -> arrived.get() >= sessions);
      long ended = System.nanoTime() + ENDED_NANOS;
      while (System.nanoTime() < ended) {
        LockSupport.parkNanos(ended - System.nanoTime());
      }
      return measured;
    }

    private Samples millis(List<Histogram> rounds, double percentile) {
      return new Samples(
          rounds.stream().map(seen -> seen.getValueAtPercentile(percentile) / MICROS).toList());
    }
  }

  /** Measures both sides in turn on {@code stack}, which no other client may use meanwhile. */
  void measure(BenchStage stage, MeasuredStack stack) {
    FlatSettings settings =
        stack.settings(
            Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST));
    String east = stack.connection(MeasuredStack.EAST);
    Side ours = new Side("twinbus", arrived -> new TwinbusWay(settings, arrived));
    Side theirs =
        new Side(
            "processor", arrived -> new ProcessorWay(east, MeasuredStack.QUEUE, TUNING, arrived));
    for (int round = -warmRounds; round < stage.rounds(); round++) {
      stage.progress().show("latency, first and next messages: round %d".formatted(round + 1));
      for (Side side : round % 2 == 0 ? List.of(ours, theirs) : List.of(theirs, ours)) {
        stack.empty();
        side.round(round);
      }
    }
    tell(stage, ours, theirs);
  }

  private static void tell(BenchStage stage, Side ours, Side theirs) {
    Distances distances = stage.distances();
    double write = distances == null ? 0 : distances.write();
    Map<String, Budget> budgets = new LinkedHashMap<>();
    budgets.put("first message of a new session, p50", Budget.atMost(write + FIRST_MILLIS));
    budgets.put("next message of a held session, p50", Budget.atMost(NEXT_P50_MILLIS));
    budgets.put("next message of a held session, p99", Budget.atMost(NEXT_P99_MILLIS));
    budgets.forEach(
        (what, budget) -> {
          double percentile = what.endsWith("p99") ? P99 : P50;
          boolean isFirst = what.startsWith("first");
          Samples mine = ours.millis(isFirst ? ours.firsts : ours.nexts, percentile);
          Samples others = theirs.millis(isFirst ? theirs.firsts : theirs.nexts, percentile);
          stage.tell(Result.of("latency, " + what + ": twinbus", " ms", mine));
          stage.tell(Result.of("latency, " + what + ": session processor", " ms", others));
          stage.tell(
              Result.of("latency, " + what + ": longer than it", " ms", mine.above(others))
                  .within(budget));
        });
  }

  private static Histogram histogram() {
    return new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(5), DIGITS);
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.SteadyTraffic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * How long it takes from the moment at which a message is due to be sent until its handler is
 * called: idle, and at half of what sender and receiver get through together here. Before that, the
 * first message of a session and its next ones, beside the SDK's session processor.
 */
public final class LatencyBench implements Benchmark {

  private static final int SESSIONS = 64;
  private static final double IDLE_PER_SECOND = 20;
  private static final double FULL_SPEED = 1e6;
  private static final int MOST = 1_000_000;
  private static final double MICROS = 1_000;

  private final int capacityMessages;
  private final double warmSeconds;
  private final double seconds;
  private final FirstAndNext firstAndNext;

  private LatencyBench(
      FirstAndNext firstAndNext, int capacityMessages, double warmSeconds, double seconds) {
    this.firstAndNext = firstAndNext;
    this.capacityMessages = capacityMessages;
    this.warmSeconds = warmSeconds;
    this.seconds = seconds;
  }

  /** A quarter of a minute each. */
  public static LatencyBench full() {
    return new LatencyBench(new FirstAndNext(20, 5, 8), 2_000, 4, 15);
  }

  /** What has a budget: the first message of a session, and its next ones. */
  public static LatencyBench budgeted() {
    return new LatencyBench(new FirstAndNext(20, 5, 8), 0, 0, 0);
  }

  /** A few messages: it only shows that the bench works. */
  public static LatencyBench brief() {
    return new LatencyBench(new FirstAndNext(2, 1, 0), 40, 0.1, 0.3);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      firstAndNext.measure(stage, stack);
    }
    if (seconds > 0) {
      steady(stage);
    }
  }

  private void steady(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      FlatSettings settings =
          stack.settings(
              Map.of("twinbus.region", MeasuredStack.EAST, "twinbus.home", MeasuredStack.EAST));
      try (SteadyTraffic traffic =
              new SteadyTraffic(settings, "steady-", MeasuredStack.EAST, SESSIONS, MOST);
          CosmosLedger ledger = BenchReceiver.openLedger(settings);
          BenchReceiver receiver =
              BenchReceiver.start(
                  settings, ledger, message -> traffic.effect(message.id().value()))) {
        double capacity = capacity(stage, traffic);
        stage.tell(
            Result.of("latency: send to effect at full speed", "/s", Samples.once(capacity))
                .remarking("%d sessions claimed".formatted(receiver.claimed())));
        at(stage, traffic, "idle", IDLE_PER_SECOND);
        at(stage, traffic, "half load", capacity / 2);
      }
    }
  }

  private double capacity(BenchStage stage, SteadyTraffic traffic) {
    stage.progress().show("latency: full speed …");
    double rate = 0;
    for (int i = 0; i < 3; i++) {
      Stopwatch watch = Stopwatch.start();
      traffic.send(FULL_SPEED, capacityMessages / FULL_SPEED);
      settle(traffic);
      rate = watch.lap(capacityMessages).perSecond();
    }
    return rate;
  }

  private void at(BenchStage stage, SteadyTraffic traffic, String what, double perSecond) {
    traffic.send(perSecond, warmSeconds);
    settle(traffic);
    List<Histogram> rounds = new ArrayList<>();
    for (int round = 0; round < Math.min(3, stage.rounds()); round++) {
      stage.progress().show("latency, %s: round %d".formatted(what, round + 1));
      traffic.forget();
      traffic.send(perSecond, seconds);
      settle(traffic);
      rounds.add(traffic.effective());
    }
    for (double percentile : List.of(50.0, 99.0, 99.9)) {
      List<Double> millis =
          rounds.stream().map(seen -> seen.getValueAtPercentile(percentile) / MICROS).toList();
      stage.tell(
          Result.of(
                  "latency, %s: send to effect, p%s"
                      .formatted(what, percentile == 99.9 ? "99.9" : (int) percentile),
                  " ms",
                  new Samples(millis))
              .remarking("%.0f/s".formatted(perSecond)));
    }
  }

  private static void settle(SteadyTraffic traffic) {
    Waiting.until("all have taken effect", () -> traffic.effects() >= traffic.sent());
  }
}

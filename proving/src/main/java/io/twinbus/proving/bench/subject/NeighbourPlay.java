package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.QueueTraffic;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.region.RegionReceiverBuilder;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The first queue is the noisy one. Two quiet phases stand around two noisy ones, all with the same
 * steady traffic at the other queues: what slows the machine for longer than a phase slows both.
 * The delays of both kinds of phases are compared round by round. After a noisy phase the handler
 * is well again, and the next phase begins when the queues are empty.
 */
final class NeighbourPlay implements AutoCloseable {

  private static final double MOST_TIMES = 1.5;
  private static final double PERCENTILE = 99;
  private static final double MICROS = 1e3;
  private static final int BOUND_MESSAGES = 1_000_000;

  /**
   * How long and how much.
   *
   * @param perSecond messages a second at the other queues together
   * @param seconds of each phase
   * @param sessions of each of the other queues
   * @param warmRounds how many rounds do not count
   */
  record Plan(double perSecond, double seconds, int sessions, int warmRounds) {}

  private final MeasuredStack stack;
  private final Plan plan;
  private final QueueTraffic traffic;
  private final Sender noisySender;
  private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong noisyCalls = new AtomicLong();
  private final AtomicLong noisySent = new AtomicLong();
  private volatile @Nullable NeighbourNoise noise;
  private @Nullable RegionReceiver receiver;

  private NeighbourPlay(
      MeasuredStack stack, FlatSettings settings, List<String> queues, Plan plan) {
    this.stack = stack;
    this.plan = plan;
    List<String> others = queues.subList(1, queues.size());
    this.traffic = new QueueTraffic(settings, "steady", others, plan.sessions(), BOUND_MESSAGES);
    this.noisySender = Sender.builder(settings, queues.get(0)).build();
  }

  /** Starts a receiver of all {@code queues}; the first is to be noisy. */
  static NeighbourPlay start(
      MeasuredStack stack, FlatSettings settings, List<String> queues, Plan plan)
      throws InterruptedException {
    NeighbourPlay play = new NeighbourPlay(stack, settings, queues, plan);
    RegionReceiverBuilder builder = RegionReceiver.builder(settings);
    builder.blockingHandler(queues.get(0), (message, call) -> play.noisy(message));
    queues.stream()
        .skip(1)
        .forEach(queue -> builder.blockingHandler(queue, (message, call) -> play.calm(message)));
    try {
      RegionReceiver started = builder.start();
      play.receiver = started;
      started.awaitReady();
      return play;
    } catch (EntityRefusedException | LeaseNotHeldException e) {
      play.close();
      throw new IllegalStateException("The receiver did not start: " + e.getMessage(), e);
    }
  }

  private HandlerOutcome noisy(Message message) throws ConnectException {
    noisyCalls.incrementAndGet();
    NeighbourNoise present = noise;
    return present == null ? new HandlerOutcome.Completed() : present.handle(message);
  }

  private HandlerOutcome calm(Message message) {
    traffic.effect(message);
    return new HandlerOutcome.Completed();
  }

  /** Plays warm rounds, which do not count, then the others, and tells what came of them. */
  void run(BenchStage stage) {
    Map<NeighbourNoise, List<Double>> ratios = new EnumMap<>(NeighbourNoise.class);
    List<Double> quiet = new ArrayList<>();
    for (int round = -plan.warmRounds(); round < stage.rounds(); round++) {
      for (NeighbourNoise kind : NeighbourNoise.values()) {
        stage
            .progress()
            .show(
                "queues, %s: round %d of %d"
                    .formatted(kind.words(), Math.max(0, round + 1), stage.rounds()));
        Histogram without = phase(null);
        Histogram with = phase(kind);
        with.add(phase(kind));
        without.add(phase(null));
        if (round >= 0) {
          quiet.add(millis(without));
          ratios
              .computeIfAbsent(kind, any -> new ArrayList<>())
              .add(millis(with) / millis(without));
        }
      }
    }
    stage.tell(Result.of("queues: p99 of the others, none noisy", " ms", new Samples(quiet)));
    ratios.forEach(
        (kind, samples) ->
            stage.tell(
                Result.ratio(
                        "queues, " + kind.words() + ": p99 of the others", new Samples(samples))
                    .within(Budget.atMost(MOST_TIMES))));
    tellNone(stage, "queues: messages of the others lost", traffic.missing());
    tellNone(stage, "queues: messages of the others refused", traffic.failed());
    tellNone(
        stage, "queues: handler calls of the others out of order", traffic.effects().disordered());
    tellNone(stage, "queues: handler calls of the others repeated", traffic.effects().repeats());
  }

  private static void tellNone(BenchStage stage, String name, long count) {
    stage.tell(Result.of(name, "", Samples.once((double) count)).within(Budget.atMost(0)));
  }

  private static double millis(Histogram delays) {
    return delays.getValueAtPercentile(PERCENTILE) / MICROS;
  }

  /** The others' delays in one phase. */
  private Histogram phase(@Nullable NeighbourNoise kind) {
    noise = kind;
    traffic.forget();
    long before = noisyCalls.get();
    var noisy =
        kind == null
            ? null
            : pace.scheduleAtFixedRate(
                () -> sendNoise(kind.sessions()),
                0,
                1_000_000 / kind.perSecond(),
                TimeUnit.MICROSECONDS);
    traffic.send(plan.perSecond(), plan.seconds());
    if (noisy != null) {
      noisy.cancel(false);
      Waiting.until("the noisy queue's handler is called", () -> noisyCalls.get() > before);
    }
    Waiting.until("the others' messages are handled", () -> traffic.missing() <= 0);
    Histogram delays = traffic.delays();
    noise = null;
    Waiting.until("the queues are empty", () -> stack.unsettled(MeasuredStack.EAST) == 0);
    stack.control().empty(MeasuredStack.WEST, null);
    return delays;
  }

  private void sendNoise(int sessions) {
    long number = noisySent.getAndIncrement();
    var unused =
        noisySender.send(
            OutboundMessage.of("noisy" + number % sessions, "noisy-" + number).body("x").build());
  }

  @Override
  public void close() {
    pace.shutdownNow();
    traffic.close();
    noisySender.close();
    RegionReceiver started = receiver;
    if (started != null) {
      started.close();
    }
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.product.QueueTraffic;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.region.RegionReceiverBuilder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All queues through an outage of the region where their sessions have their home, served in each
 * region by one receiver, or by several that share the queues. Each has its own lease and clients,
 * as a process has; all are in this process, so threads and heap are those of both regions'
 * receivers and of the senders, without what a JVM needs for itself.
 */
final class QueuesOutage {

  private static final int BOUND_MESSAGES = 1_000_000;
  private static final double MICROS = 1e6;

  /**
   * How long and how much.
   *
   * @param perSecond messages a second in all
   * @param seconds before the outage, in it, and after it
   * @param sessions of each queue
   */
  record Plan(double perSecond, double seconds, int sessions) {}

  private final MeasuredStack stack;
  private final List<String> queues;
  private final Plan plan;

  QueuesOutage(MeasuredStack stack, List<String> queues, Plan plan) {
    this.stack = stack;
    this.queues = queues;
    this.plan = plan;
  }

  /** Plays it with {@code share} receivers a region, and tells what came of it. */
  void run(BenchStage stage, int share) throws InterruptedException {
    String name = "queues, an outage, %d receivers a region: ".formatted(share);
    stage.progress().show(name + "…");
    try (QueueTraffic traffic =
        new QueueTraffic(
            settings(MeasuredStack.EAST, queues),
            "outage" + share,
            queues,
            plan.sessions(),
            BOUND_MESSAGES)) {
      List<RegionReceiver> receivers = new ArrayList<>();
      try {
        for (String region : MeasuredStack.REGIONS) {
          for (int part = 0; part < share; part++) {
            receivers.add(receiver(region, part(share, part), traffic));
          }
        }
        play(stage, name, traffic);
      } finally {
        stack.control().restore(MeasuredStack.EAST);
        receivers.forEach(RegionReceiver::close);
      }
    }
  }

  private void play(BenchStage stage, String name, QueueTraffic traffic) {
    traffic.send(plan.perSecond(), plan.seconds());
    settle(traffic);
    double spent = spent();
    Stopwatch watch = Stopwatch.start();
    traffic.forget();
    traffic.send(plan.perSecond(), plan.seconds());
    double units = (spent() - spent) / watch.seconds();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    double heap = Heap.usedMebibytes();
    settle(traffic);
    double calm = traffic.delays().getMaxValue() / MICROS;
    traffic.forget();
    stack.control().outage(MeasuredStack.EAST, Outage.REFUSE);
    traffic.send(plan.perSecond(), plan.seconds());
    stack.control().restore(MeasuredStack.EAST);
    traffic.send(plan.perSecond(), plan.seconds());
    Waiting.until("all are handled", () -> traffic.missing() <= 0);
    tell(stage, name + "request units, no outage", "/s", units);
    tell(stage, name + "threads, both regions", "", threads);
    tell(stage, name + "heap, both regions", " MiB", heap);
    tell(stage, name + "longest from due to effect, no outage", " s", calm);
    tell(stage, name + "the same, with it", " s", traffic.delays().getMaxValue() / MICROS);
    tellNone(stage, name + "messages lost", traffic.missing());
    tellNone(stage, name + "messages refused", traffic.failed());
    tellNone(stage, name + "handler calls out of order", traffic.effects().disordered());
    tell(stage, name + "handler calls repeated", "", (double) traffic.effects().repeats());
  }

  private void settle(QueueTraffic traffic) {
    Waiting.until("all are handled", () -> traffic.missing() <= 0);
  }

  private double spent() {
    return stack
        .control()
        .stats()
        .ledger()
        .container(LedgerSettings.from(stack.settings(Map.of())).place().sessions())
        .requestUnits();
  }

  private List<String> part(int share, int part) {
    int size = queues.size() / share;
    return queues.subList(part * size, part == share - 1 ? queues.size() : (part + 1) * size);
  }

  private FlatSettings settings(String region, List<String> served) {
    Map<String, String> settings = new HashMap<>();
    served.forEach(queue -> settings.put("twinbus.queues." + queue + ".queue", queue));
    settings.put("twinbus.region", region);
    settings.put("twinbus.home", MeasuredStack.EAST);
    settings.put("twinbus.receiver.commit", "grouped");
    return stack.settings(settings);
  }

  private RegionReceiver receiver(String region, List<String> served, QueueTraffic traffic)
      throws InterruptedException {
    RegionReceiverBuilder builder = RegionReceiver.builder(settings(region, served));
    served.forEach(
        queue ->
            builder.blockingHandler(
                queue,
                (message, call) -> {
                  traffic.effect(message);
                  return new HandlerOutcome.Completed();
                }));
    try {
      RegionReceiver receiver = builder.start();
      receiver.awaitReady();
      return receiver;
    } catch (EntityRefusedException | LeaseNotHeldException e) {
      throw new IllegalStateException("A receiver did not start: " + e.getMessage(), e);
    }
  }

  private static void tell(BenchStage stage, String name, String unit, double value) {
    stage.tell(Result.of(name, unit, Samples.once(value)));
  }

  private static void tellNone(BenchStage stage, String name, long count) {
    stage.tell(Result.of(name, "", Samples.once((double) count)).within(Budget.atMost(0)));
  }
}

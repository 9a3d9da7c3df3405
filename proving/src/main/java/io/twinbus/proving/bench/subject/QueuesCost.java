package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.ProcessMemory;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import io.twinbus.rehearsal.run.Feed;
import io.twinbus.rehearsal.run.Outside;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.stack.RunQueues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * What many queues cost when one process in each region serves all of them, and when several share
 * them. The receivers are processes as {@code twinbus demo} starts them, and call an endpoint over
 * HTTP.
 *
 * <p>The ledger's figure is that of both regions together. The others are those of one region's
 * processes together, on average of the two regions.
 */
final class QueuesCost {

  private final Plan plan;

  /**
   * How much.
   *
   * @param queues how many there are
   * @param processes in each region, step by step; each divides {@code queues}
   * @param perSecond messages a second in all
   * @param seconds of traffic, of rest after it, and of the measurement at rest
   */
  record Plan(int queues, List<Integer> processes, double perSecond, int seconds) {}

  QueuesCost(Plan plan) {
    this.plan = plan;
  }

  void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (int processes : plan.processes()) {
      stage.progress().show("queues: %d processes a region …".formatted(processes));
      try (MeasuredStack stack = MeasuredStack.start(stage);
          Outside outside =
              Outside.start(Clocks.system(), Optional.empty(), LocalProcess.REGIONS)) {
        measure(stage, stack, outside, processes);
      }
    }
  }

  private void measure(BenchStage stage, MeasuredStack stack, Outside outside, int processes)
      throws IOException, InterruptedException, TimeoutException {
    RunQueues queues = RunQueues.of(plan.queues());
    queues.create(stack.control());
    Path config =
        Files.writeString(
            stage.children().directory().resolve("queues-%d.yaml".formatted(processes)),
            stack.endpoints().toYaml());
    ReceiverFleet fleet = new ReceiverFleet(stage.children(), config, outside::addressFor);
    List<ChildProcess> receivers = new ArrayList<>();
    try (Feed feed =
        new Feed(Configuration.load(config, environment(queues.names())), Clocks.system())) {
      for (RegionName region : LocalProcess.REGIONS) {
        for (int i = 0; i < processes; i++) {
          receivers.add(fleet.start(region, environment(share(queues.names(), processes, i))));
        }
      }
      for (ChildProcess receiver : receivers) {
        ReceiverFleet.awaitReady(receiver);
      }
      measure(stage, stack, feed, receivers);
    } finally {
      for (ChildProcess receiver : receivers) {
        fleet.dismiss(receiver);
        receiver.kill();
      }
    }
  }

  /**
   * What a message costs is what the ledger was asked for while all were sent, handled and their
   * sessions released, without what the same receivers ask for at rest in the same time: so it does
   * not depend on how fast the machine is.
   */
  private void measure(
      BenchStage stage, MeasuredStack stack, Feed feed, List<ChildProcess> receivers)
      throws IOException, InterruptedException {
    MessageBatch events =
        new MessageBatch(new ShipmentTracking(1).events((int) (plan.seconds() * plan.perSecond())));
    double before = stack.units();
    Stopwatch watch = Stopwatch.start();
    feed.send(events.source(), plan.perSecond(), count -> {});
    double threads = perRegion(receivers, ProcessMemory::threads);
    double resident = perRegion(receivers, ProcessMemory::residentMebibytes);
    feed.awaitAnswers();
    Waiting.until(
        "all are settled",
        () -> MeasuredStack.REGIONS.stream().mapToInt(stack::unsettled).sum() == 0);
    var unused = stack.unitsPerSecond(plan.seconds()); // sessions are released meanwhile
    double spent = stack.units() - before;
    double seconds = watch.seconds();
    double idle = stack.unitsPerSecond(plan.seconds());
    double heap = perRegion(receivers, ProcessMemory::liveHeapMebibytes);
    String name =
        "%d queues in %d processes a region: "
            .formatted(plan.queues(), receivers.size() / LocalProcess.REGIONS.size());
    tell(stage, name + "request units a second, idle", "", idle);
    tell(
        stage,
        name + "request units a message beside",
        "",
        (spent - idle * seconds) / events.size());
    tell(stage, name + "threads", "", threads);
    tell(stage, name + "live heap, at rest", " MiB", heap);
    tell(stage, name + "resident", " MiB", resident);
  }

  /** A figure of a process. */
  @FunctionalInterface
  private interface Figure {
    double of(long pid) throws IOException, InterruptedException;
  }

  private static double perRegion(List<ChildProcess> receivers, Figure figure)
      throws IOException, InterruptedException {
    double sum = 0;
    for (ChildProcess receiver : receivers) {
      sum += figure.of(receiver.pid());
    }
    return sum / LocalProcess.REGIONS.size();
  }

  private static List<String> share(List<String> queues, int processes, int place) {
    int size = queues.size() / processes;
    return queues.subList(place * size, (place + 1) * size);
  }

  private static Map<String, String> environment(List<String> queues) {
    Map<String, String> variables = new HashMap<>();
    // Claims that are kept for a minute would be released while nothing but rest is measured.
    variables.put("TWINBUS_RECEIVER_LONG_LINGER", "2s");
    queues.forEach(
        queue ->
            variables.put(
                "TWINBUS_QUEUES_%s_QUEUE".formatted(queue.toUpperCase(Locale.ROOT)), queue));
    return variables;
  }

  private static void tell(BenchStage stage, String name, String unit, double value) {
    stage.tell(Result.of(name, unit, Samples.once(value)));
  }
}

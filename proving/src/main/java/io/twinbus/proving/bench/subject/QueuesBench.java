package io.twinbus.proving.bench.subject;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Receivers that serve many queues: how the others fare while one is poisoned, flooded or has a
 * sick handler, with sender and receiver in this process; how all of them get through the loss of a
 * region; and what they cost in one process a region or in several.
 */
public final class QueuesBench implements Benchmark {

  private static final int MANY = 30;
  private static final double PER_SECOND = 60;

  private final int queues;
  private final NeighbourPlay.Plan plan;
  private final @Nullable QueuesOutage outage;
  private final QueuesCost cost;

  private QueuesBench(
      int queues, NeighbourPlay.Plan plan, @Nullable QueuesOutage outage, QueuesCost cost) {
    this.queues = queues;
    this.plan = plan;
    this.outage = outage;
    this.cost = cost;
  }

  /** Thirty queues; a round takes about a minute and a half, outages and costs ten minutes. */
  public static QueuesBench full() {
    return new QueuesBench(
        MANY,
        new NeighbourPlay.Plan(PER_SECOND, 5, 4, 4),
        new QueuesOutage(MANY, 3, 3_000),
        new QueuesCost(new QueuesCost.Plan(MANY, List.of(1, 3, 6), PER_SECOND, 20)));
  }

  /**
   * A few queues for a moment, without an outage, which would take a demo: it only shows that the
   * bench works.
   */
  public static QueuesBench brief() {
    return new QueuesBench(
        3,
        new NeighbourPlay.Plan(20, 1, 1, 0),
        null,
        new QueuesCost(new QueuesCost.Plan(2, List.of(1), 20, 1)));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    besideNoise(stage);
    if (stage.distances() != null) {
      return; // outages and costs are of stacks that they start, with nothing between
    }
    if (outage != null) {
      outage.run(stage, PER_SECOND);
    }
    cost.run(stage);
  }

  private void besideNoise(BenchStage stage)
      throws IOException, InterruptedException, TimeoutException {
    List<String> names = IntStream.range(0, queues).mapToObj("bench-q%02d"::formatted).toList();
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      Map<String, String> settings = new HashMap<>();
      for (String name : names) {
        MeasuredStack.REGIONS.forEach(
            region -> stack.control().put(region, QueueSettings.sessionQueue(name)));
        settings.put("twinbus.queues." + name + ".queue", name);
      }
      settings.put("twinbus.region", MeasuredStack.EAST);
      settings.put("twinbus.home", MeasuredStack.EAST);
      settings.put("twinbus.standby-delay", "30m");
      settings.put("twinbus.receiver.commit", "grouped");
      settings.put("twinbus.receiver.max-attempts", "3");
      try (NeighbourPlay play = NeighbourPlay.start(stack, stack.settings(settings), names, plan)) {
        play.run(stage);
      }
    }
  }
}

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

/**
 * One receiver that serves many queues: how the others fare while one is poisoned, flooded or has a
 * sick handler. Sender and receiver are in this process.
 */
public final class QueuesBench implements Benchmark {

  private final int queues;
  private final NeighbourPlay.Plan plan;

  private QueuesBench(int queues, NeighbourPlay.Plan plan) {
    this.queues = queues;
    this.plan = plan;
  }

  /** Thirty queues; a round takes about a minute and a half. */
  public static QueuesBench full() {
    return new QueuesBench(30, new NeighbourPlay.Plan(60, 10, 4));
  }

  /** Three queues for a moment: it only shows that the bench works. */
  public static QueuesBench brief() {
    return new QueuesBench(3, new NeighbourPlay.Plan(20, 1, 1));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
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

package io.twinbus.proving.bench.subject;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * What a receiver does in a heap of 512 MiB when messages are large, or many wait at a gap. The
 * receiver is the service in a process of its own. Its throughput stands beside that of one with a
 * heap of 4 GiB. A receiver that ends by itself, for want of memory or else, fails the bench.
 */
public final class MemoryBench implements Benchmark {

  static final String QUEUE = "memory";
  static final String SMALL = "512m";
  static final String LARGE = "4g";

  private static final int MOST_ROUNDS = 3;
  private static final int MAX_MESSAGE = 2 << 20;
  private static final long MAX_ALL = 8L << 30;

  /**
   * How much is played.
   *
   * @param rounds how often the long sessions are received with either heap
   * @param sessions sessions with many large messages
   * @param gap one session that waits at a lost message
   * @param waiting sessions that each wait at a lost message
   */
  record Plan(int rounds, Load sessions, Load gap, Load waiting) {}

  /**
   * Some sessions.
   *
   * @param sessions how many
   * @param messages how many each has, without a lost one
   * @param bytes how large the body of each is
   */
  record Load(int sessions, int messages, int bytes) {
    int all() {
      return sessions * messages;
    }

    /** How many bytes a second so many messages are, in MB. */
    double megabytes(double perSecond) {
      return perSecond * bytes / 1e6;
    }
  }

  private final Plan plan;

  private MemoryBench(Plan plan) {
    this.plan = plan;
  }

  /**
   * 200 sessions of 64 × 120 KB; 16,384 × 10 KB behind a gap; 1,000 sessions that wait, of 1 MB.
   */
  public static MemoryBench full() {
    return new MemoryBench(
        new Plan(
            MOST_ROUNDS,
            new Load(200, 64, 120_000),
            new Load(1, 16_384, 10_000),
            new Load(1_000, 1, 1_000_000)));
  }

  /** A few of each: it only shows that the bench works. */
  public static MemoryBench brief() {
    return new MemoryBench(
        new Plan(1, new Load(4, 4, 1_000), new Load(1, 20, 1_000), new Load(5, 1, 1_000)));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.startLarge(stage)) {
      MeasuredStack.REGIONS.forEach(
          region ->
              stack
                  .control()
                  .put(region, QueueSettings.sessionQueue(QUEUE).withSizes(MAX_MESSAGE, MAX_ALL)));
      MemoryPlay play = new MemoryPlay(stage, stack);
      sessions(stage, play);
      play.gap(plan.gap());
      play.waiting(plan.waiting());
    }
  }

  private void sessions(BenchStage stage, MemoryPlay play)
      throws IOException, InterruptedException, TimeoutException {
    List<Double> small = new ArrayList<>();
    List<Double> large = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (int round = 0; round < Math.min(plan.rounds(), stage.rounds()); round++) {
      MemoryPlay.Lap lap = play.sessions(SMALL, plan.sessions());
      small.add(lap.perSecond());
      resident.add(lap.residentMib());
      large.add(play.sessions(LARGE, plan.sessions()).perSecond());
    }
    Load load = plan.sessions();
    String name =
        "memory: %,d sessions of %,d messages of %,d KB, heap "
            .formatted(load.sessions(), load.messages(), load.bytes() / 1_000);
    Samples ofSmall = new Samples(small);
    Samples ofLarge = new Samples(large);
    stage.tell(
        Result.of(name + SMALL, "/s", ofSmall)
            .remarking("%.0f MB/s".formatted(load.megabytes(ofSmall.median()))));
    stage.tell(
        Result.of(name + LARGE, "/s", ofLarge)
            .remarking("%.0f MB/s".formatted(load.megabytes(ofLarge.median()))));
    stage.tell(Result.ratio(name + SMALL + " against " + LARGE, ofSmall.per(ofLarge)));
    stage.tell(
        Result.of(name + SMALL + ": most of the machine's memory", " MiB", new Samples(resident)));
  }
}

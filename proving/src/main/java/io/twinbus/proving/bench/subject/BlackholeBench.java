package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.product.SteadyTraffic;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * One region takes everything and answers nothing for a minute, under load: what the producer and
 * the other region notice of it, what it costs in memory, and what has become of the region's
 * copies afterwards. Without a journal copies are shed beyond what may wait, and counted; with one
 * they are all read back, in order.
 *
 * <p>So few may wait that the bound is reached in the first twenty seconds: memory has to be flat
 * from there on.
 */
public final class BlackholeBench implements Benchmark {

  private static final int SESSIONS = 64;

  /**
   * How it is played.
   *
   * @param perSecond messages a second
   * @param mostWaiting how many copies may wait for a region
   * @param windowSeconds how long one percentile is taken over
   * @param warm windows that are not counted
   * @param before windows with both regions at work
   * @param openingSeconds what the breaker has to open
   * @param filling windows until the bound is reached
   * @param full windows after that
   */
  record Plan(
      double perSecond,
      int mostWaiting,
      double windowSeconds,
      int warm,
      int before,
      double openingSeconds,
      int filling,
      int full) {

    /** How many messages are sent in all. */
    int messages() {
      return (int) (perSecond * (windowSeconds * (warm + before) + blackSeconds())) + 1;
    }

    /** How long the region answers nothing. */
    double blackSeconds() {
      return openingSeconds + windowSeconds * (filling + full);
    }
  }

  private final Plan plan;
  private final List<Boolean> withJournal;
  private final String standbyDelay;

  private BlackholeBench(Plan plan, List<Boolean> withJournal, String standbyDelay) {
    this.plan = plan;
    this.withJournal = List.copyOf(withJournal);
    this.standbyDelay = standbyDelay;
  }

  /** A minute. */
  public static BlackholeBench full() {
    return new BlackholeBench(
        new Plan(1_000, 20_000, 4.75, 5, 6, 3, 5, 7), List.of(false, true), "15s");
  }

  /** Two seconds, with a journal: it only shows that the bench works. */
  public static BlackholeBench brief() {
    return new BlackholeBench(new Plan(200, 100, 0.25, 1, 2, 1, 2, 2), List.of(true), "200ms");
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (boolean journal : withJournal) {
      try (MeasuredStack stack = MeasuredStack.start(stage);
          SteadyTraffic traffic = traffic(settings(stage, stack, journal))) {
        new BlackholePlay(stage, stack, traffic, plan, journal).measure();
      }
    }
  }

  private SteadyTraffic traffic(FlatSettings settings) {
    return new SteadyTraffic(settings, "steady-", MeasuredStack.WEST, SESSIONS, plan.messages());
  }

  private FlatSettings settings(BenchStage stage, MeasuredStack stack, boolean journal) {
    Map<String, String> settings = new HashMap<>();
    settings.put("twinbus.home", "by-session");
    settings.put("twinbus.standby-delay", standbyDelay);
    settings.put("twinbus.sender.max-waiting-messages", Integer.toString(plan.mostWaiting()));
    if (journal) {
      settings.put(
          "twinbus.sender.journal", stage.children().directory().resolve("journal").toString());
    }
    return stack.settings(settings);
  }
}

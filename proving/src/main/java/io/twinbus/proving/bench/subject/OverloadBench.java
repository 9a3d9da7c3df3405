package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.product.SessionEffects;
import io.twinbus.proving.bench.product.SteadyTraffic;
import io.twinbus.proving.bench.product.WatchedReceivers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A ledger that has a tenth of the request units that steady traffic asks for, for minutes, and
 * then all of them again; or a backlog under a budget that is enough for the traffic: whether the
 * receivers do what the budget allows, and whether anything is lost or repeated by it.
 */
public final class OverloadBench implements Benchmark {

  private static final String NAME = "overload-";
  private static final int CATCH_UP_SECONDS = 240;

  /**
   * What is played.
   *
   * @param sessions over how many sessions messages are spread
   * @param perSecond how many messages are sent a second
   * @param calmSeconds how long a message's cost is measured, and before that warmed up
   * @param tightSeconds how long the budget is tight
   * @param backlog whether the receivers begin with a backlog
   */
  record Plan(int sessions, int perSecond, int calmSeconds, int tightSeconds, boolean backlog) {

    /** How many messages it may take. */
    int most() {
      return perSecond * (2 * calmSeconds + 2 * tightSeconds + CATCH_UP_SECONDS);
    }
  }

  private final Plan plan;

  private OverloadBench(Plan plan) {
    this.plan = plan;
  }

  /** A hundred messages a second over a hundred sessions, and a tenth of what they cost. */
  public static OverloadBench saturation(double minutes) {
    return new OverloadBench(new Plan(100, 100, 15, seconds(minutes), false));
  }

  /** A backlog over a hundred sessions that a normal budget drains in so many minutes. */
  public static OverloadBench backlog(double minutes) {
    return new OverloadBench(new Plan(100, 100, 15, seconds(minutes), true));
  }

  /** A few messages: it only shows that the bench works. */
  public static OverloadBench brief(boolean backlog) {
    return new OverloadBench(new Plan(10, 50, 2, 3, backlog));
  }

  private static int seconds(double minutes) {
    return (int) Math.round(minutes * 60);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.startRoomy(stage)) {
      SessionEffects effects = new SessionEffects(plan.sessions());
      List<FlatSettings> regions =
          MeasuredStack.REGIONS.stream()
              .map(region -> stack.settings(Map.of("twinbus.region", region)))
              .toList();
      try (SteadyTraffic traffic =
          new SteadyTraffic(
              regions.get(0), NAME, MeasuredStack.EAST, plan.sessions(), plan.most())) {
        OverloadPlay play = new OverloadPlay(stage, stack, plan, traffic, effects);
        try (WatchedReceivers receivers = WatchedReceivers.start(regions, effects)) {
          play.calm(receivers);
          if (!plan.backlog()) {
            play.saturation(receivers);
          }
        }
        if (plan.backlog()) {
          play.gather();
          try (WatchedReceivers receivers = WatchedReceivers.start(regions, effects)) {
            play.drain(receivers);
          }
        }
      } finally {
        stack.control().endLedgerRequestUnits();
      }
    }
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.TwinbusSends;
import io.twinbus.sender.statistics.RegionStatistics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * What the sender's default settings keep up over a distance: a long run of messages far away and
 * with nothing between, lap by lap in the same rounds, and with what batches and how many bytes in
 * flight. With one session a lane's batch is all that is under way to a region.
 */
final class DistantSends {

  /** Many times what the window of messages in flight holds. */
  private static final int MESSAGES = 60_000;

  private static final int WARM_ROUNDS = 6;
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String FAR = "far away";
  private static final String NEAR = "nothing between";

  private DistantSends() {}

  static void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (int sessions : List.of(64, 1, 10_000)) {
      try (MeasuredStack far = MeasuredStack.startRoomy(stage);
          MeasuredStack near = MeasuredStack.startNear(stage)) {
        send(stage, far, near, new Workload(sessions, MESSAGES, Workload.SMALL));
      }
    }
  }

  private static void send(
      BenchStage stage, MeasuredStack far, MeasuredStack near, Workload workload) {
    TwinbusSends there = new TwinbusSends(far.settings(Map.of()), workload);
    TwinbusSends here = new TwinbusSends(near.settings(Map.of()), workload);
    Contest contest = new Contest(WARM_ROUNDS, stage.rounds(), BOUND, stage.progress()::show);
    contest.enter(FAR, far.emptiedFor(there)).enter(NEAR, near.emptiedFor(here));
    Standings standings = contest.hold();
    String where = "send, a run of %,d, %s: ".formatted(MESSAGES, workload);
    standings.rates().forEach((name, rate) -> stage.tell(Result.of(where + name, "/s", rate)));
    stage.tell(Result.ratio(where + "the first / the second", standings.ratio(FAR, NEAR)));
    stage.tell(
        Result.of(
            where + "most bytes in flight, far away",
            " KiB",
            Samples.once(there.mostBytesInFlight() / 1_024.0)));
    there
        .statistics()
        .regions()
        .forEach(
            (region, figures) ->
                stage.tell(
                    Result.of(
                        where + "messages in a batch to " + region,
                        "",
                        Samples.once(perBatch(figures)))));
  }

  private static double perBatch(RegionStatistics figures) {
    return figures.accepted() / (double) Math.max(1, figures.batches());
  }
}

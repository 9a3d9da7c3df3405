package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Distances;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * How many sessions of one message a second one receiver takes up when an accept is cheap, and when
 * the region's Service Bus is slow: an accept takes several round trips to it.
 */
final class DistantAccepts {

  private static final List<Integer> MILLIS = List.of(8, 200);
  private static final Workload OURS = new Workload(2_000, 2_000, Workload.SMALL);
  private static final Workload PROCESSORS = new Workload(600, 600, Workload.SMALL);
  private static final int PLACES = 200;
  private static final int PREFETCH = 200;
  private static final long GO_ON_MILLIS = 50;
  private static final int WARM_ROUNDS = 2;
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String TWINBUS = "twinbus, grouped";
  private static final String PROCESSOR = "session processor";

  private DistantAccepts() {}

  static void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (int millis : MILLIS) {
      Distances azure = Distances.AZURE;
      Distances distances = new Distances(millis, millis, azure.read(), azure.write());
      try (MeasuredStack stack = MeasuredStack.startRoomyAt(stage, distances)) {
        accept(stage, stack, "accept, round trips of %d ms: ".formatted(millis), tuning(millis));
      }
    }
  }

  /** A processor leaves a session whose first message it has not within its idle time. */
  private static SessionProcessing.Tuning tuning(int roundTripMillis) {
    Duration idle = Duration.ofMillis(GO_ON_MILLIS + 2L * roundTripMillis);
    return new SessionProcessing.Tuning(PLACES, PREFETCH, idle);
  }

  private static void accept(
      BenchStage stage, MeasuredStack stack, String name, SessionProcessing.Tuning tuning) {
    Contest contest = new Contest(WARM_ROUNDS, stage.rounds(), BOUND, stage.progress()::show);
    contest
        .enter(TWINBUS, stack.emptiedInEast(ReceiveBench.receiving(stack, OURS, "grouped")))
        .enter(
            PROCESSOR,
            stack.emptiedInEast(
                new SessionProcessing(
                    stack.connection(MeasuredStack.EAST),
                    MeasuredStack.QUEUE,
                    PROCESSORS,
                    tuning)));
    Standings standings = contest.hold();
    standings.rates().forEach((who, rate) -> stage.tell(Result.of(name + who, "/s", rate)));
    stage.tell(Result.ratio(name + "twinbus / processor", standings.ratio(TWINBUS, PROCESSOR)));
  }
}

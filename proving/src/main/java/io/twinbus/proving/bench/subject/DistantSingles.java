package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Sessions of one message, far away and with nothing between, lap by lap in the same rounds: the
 * distance is to cost the product no larger part of its rate than the session processor of its own.
 */
final class DistantSingles {

  /**
   * Laps of either contender take from four to ten seconds, since it uses only some of its places
   * in the first and the last half second of a lap.
   */
  private static final Workload OURS = new Workload(6_750, 6_750, Workload.SMALL);

  private static final Workload PROCESSORS = new Workload(1_350, 1_350, Workload.SMALL);

  private static final int SESSIONS = 200;

  /**
   * With nothing between, ours is as fast as the processors are, and gets faster for as long as the
   * compiler has something to do. The SDK's processor waits most of its time. The rounds that count
   * follow with the same receivers: to end some and start others has the compiler begin again.
   */
  private static final int WARM_ROUNDS_OF_OURS = 4;

  private static final int WARM_ROUNDS = 1;
  private static final Duration BOUND = Duration.ofMinutes(4);
  private static final String NAME = "receive, sessions of one message: ";

  /** For a session of one message 200 is a little faster than 0. */
  private static final int PREFETCH = 200;

  /** As soon as it can be told that a session of one message has no second one. */
  private static final Duration GO_ON = Duration.ofMillis(50);

  /** Where a stack is. */
  private enum Place {
    FAR(""),
    NEAR(", nothing between");

    private final String words;

    Place(String words) {
      this.words = words;
    }

    String ours() {
      return "twinbus, grouped" + words;
    }

    String processor() {
      return "session processor" + words;
    }

    /** How many times as fast ours is as the processor there. */
    Samples ratio(Standings standings) {
      return standings.ratio(ours(), processor());
    }
  }

  private DistantSingles() {}

  static void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack far = MeasuredStack.startRoomy(stage);
        MeasuredStack near = MeasuredStack.startNear(stage)) {
      Contest contest =
          new Contest(WARM_ROUNDS, stage.rounds(), BOUND, stage.progress()::show)
              .warmLonger(WARM_ROUNDS_OF_OURS, Place.FAR.ours(), Place.NEAR.ours());
      Metered there = enter(contest, far, Place.FAR);
      Metered here = enter(contest, near, Place.NEAR);
      Standings standings = contest.hold();
      standings.rates().forEach((name, rate) -> stage.tell(Result.of(NAME + name, "/s", rate)));
      there.tell(stage, NAME + Place.FAR.ours());
      here.tell(stage, NAME + Place.NEAR.ours());
      Samples ratioThere = Place.FAR.ratio(standings);
      Samples ratioHere = Place.NEAR.ratio(standings);
      stage.tell(Result.ratio(NAME + "twinbus / processor", ratioThere));
      stage.tell(Result.ratio(NAME + "the same, nothing between", ratioHere));
      stage.tell(
          Result.ratio(NAME + "the first of these / the second", ratioThere.per(ratioHere))
              .within(Budget.atLeast(1.0)));
    }
  }

  private static Metered enter(Contest contest, MeasuredStack stack, Place place) {
    Metered ours = new Metered(ReceiveBench.receiving(stack, OURS, "grouped"), stack);
    contest.enter(place.ours(), stack.emptiedInEast(ours));
    SessionProcessing.Tuning tuning = new SessionProcessing.Tuning(SESSIONS, PREFETCH, GO_ON);
    contest.enter(
        place.processor(),
        stack.emptiedInEast(
            new SessionProcessing(
                stack.connection(MeasuredStack.EAST), MeasuredStack.QUEUE, PROCESSORS, tuning)));
    return ours;
  }
}

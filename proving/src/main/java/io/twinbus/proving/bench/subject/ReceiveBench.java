package io.twinbus.proving.bench.subject;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Standings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.TwinbusDraining;
import io.twinbus.proving.bench.product.TwinbusReceiving;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * How many messages a second are received and settled: the product with its ledger, the SDK's
 * session processor without one. Home copies only: the standby copies are gone before the time
 * begins, and a round of them is drained afterwards.
 */
public final class ReceiveBench implements Benchmark {

  private static final String GROUPED = "twinbus, grouped";
  private static final String EACH = "twinbus, each";
  private static final String PREFETCH_0 = "session processor, prefetch 0";
  private static final String PREFETCH_200 = "session processor, prefetch 200";
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Duration LONG_BOUND = Duration.ofMinutes(2);

  /** On a slow machine a lap takes longer, and the compiler is done in fewer of them. */
  private static final Duration WARM_BOUND = Duration.ofSeconds(200);

  /** Long enough that no session is given up between two messages of a backlog. */
  private static final Duration KEEP = Duration.ofSeconds(30);

  /** As soon as it can be told that a session of one message has no second one. */
  private static final Duration GO_ON = Duration.ofMillis(50);

  private static final double SINGLES_BUDGET = 3.0;

  private static final Map<String, Double> NOT_JUDGED = Map.of(GROUPED, 0.0, EACH, 0.0);

  private final List<Case> cases;
  private final List<Benchmark> others;

  /**
   * What is received, with how many sessions at a time, and by whom of ours.
   *
   * @param budgets what each of ours has to reach of what the better processor does; 0: nothing
   * @param kibibytes how much {@code grouped} may allocate for a message; 0: what a message takes
   *     is not told
   */
  private record Case(
      String name,
      Workload workload,
      Limits limits,
      Map<String, Double> budgets,
      double kibibytes) {

    Case(String name, Workload workload, Limits limits, Map<String, Double> budgets) {
      this(name, workload, limits, budgets, 0);
    }
  }

  /**
   * How it is played.
   *
   * @param sessions how many are served at a time
   * @param idle when the processor leaves one
   * @param warmRounds how many rounds do not count
   * @param times how many rounds count for each that was asked for
   * @param bound after how long no further round that counts begins
   */
  private record Limits(int sessions, Duration idle, int warmRounds, int times, Duration bound) {

    static Limits of(int sessions, Duration idle, int warmRounds) {
      return new Limits(sessions, idle, warmRounds, 1, BOUND);
    }

    int rounds(BenchStage stage) {
      return stage.rounds() * times;
    }
  }

  private ReceiveBench(List<Case> cases, List<Benchmark> others) {
    this.cases = List.copyOf(cases);
    this.others = List.copyOf(others);
  }

  private static ReceiveBench of(Case... cases) {
    return new ReceiveBench(List.of(cases), List.of());
  }

  /**
   * Laps of more than a second, after as many as the compiler has most to do in: the first ones are
   * ten times as slow, ours, whose code is larger, for longer. Sessions are ten times as long as
   * what a processor prefetches, since that may have come before its time begins.
   */
  private static Case longSessions() {
    return new Case(
        "receive, long sessions",
        new Workload(64, 128_000, Workload.SMALL),
        new Limits(64, KEEP, 12, 3, LONG_BOUND),
        Map.of(GROUPED, 1.0, EACH, 0.3),
        14.9);
  }

  private static Case singles() {
    return new Case(
        "receive, sessions of one message",
        new Workload(1_500, 1_500, Workload.SMALL),
        Limits.of(200, GO_ON, 1),
        Map.of(GROUPED, SINGLES_BUDGET, EACH, SINGLES_BUDGET));
  }

  private static Case manySessions() {
    return new Case(
        "receive, 10,000 sessions",
        new Workload(10_000, 20_000, Workload.SMALL),
        Limits.of(200, GO_ON, 0),
        NOT_JUDGED);
  }

  /** All of it. */
  public static ReceiveBench full() {
    return of(longSessions(), singles(), manySessions());
  }

  /**
   * Where a write takes a hundred milliseconds and more: with {@code each} a session moves one
   * message a write, so that its sessions are shorter. A processor's lap takes longer there, too:
   * some 70 s for 64,000 messages. Sessions of one are compared with what they are with nothing
   * between.
   */
  public static ReceiveBench distant() {
    Case each =
        new Case(
            "receive, sessions of thirty",
            new Workload(64, 1_920, Workload.SMALL),
            Limits.of(64, KEEP, 1),
            NOT_JUDGED);
    return new ReceiveBench(
        List.of(distantLongSessions(16_000), each),
        List.of(DistantSingles::run, DistantAccepts::run));
  }

  /**
   * What has a budget there; with shorter laps, of which the processor's take some nine seconds.
   */
  public static ReceiveBench distantBudgeted() {
    return new ReceiveBench(List.of(distantLongSessions(8_000)), List.of(DistantSingles::run));
  }

  private static Case distantLongSessions(int messages) {
    return new Case(
        "receive, long sessions",
        new Workload(64, messages, Workload.SMALL),
        Limits.of(64, KEEP, 1),
        Map.of(GROUPED, 1.0));
  }

  /** What has a budget. */
  public static ReceiveBench budgeted() {
    return of(longSessions(), singles());
  }

  /** A few messages: it only shows that the bench works. */
  public static ReceiveBench brief() {
    Workload few = new Workload(4, 40, Workload.SMALL);
    return of(new Case("receive, briefly", few, Limits.of(4, GO_ON, 0), NOT_JUDGED));
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    for (Case one : cases) {
      try (MeasuredStack stack = MeasuredStack.startRoomy(stage)) {
        receive(stage, stack, one);
        drain(stage, stack, one);
      }
    }
    for (Benchmark other : others) {
      other.run(stage);
    }
  }

  private static void receive(BenchStage stage, MeasuredStack stack, Case one) {
    Contest contest =
        new Contest(
            one.limits().warmRounds(),
            one.limits().rounds(stage),
            one.limits().bound(),
            stage.progress()::show);
    contest.warmFor(WARM_BOUND);
    Map<String, Metered> meters = new HashMap<>();
    contenders(stack, one)
        .forEach(
            (name, contender) -> {
              Metered metered = new Metered(contender, stack);
              meters.put(name, metered);
              contest.enter(name, stack.emptiedInEast(metered));
            });
    Standings standings = contest.hold();
    standings
        .rates()
        .forEach((name, rate) -> stage.tell(Result.of(one.name() + ": " + name, "/s", rate)));
    String rival = standings.best(List.of(PREFETCH_0, PREFETCH_200));
    for (String ours : List.of(GROUPED, EACH)) {
      Double budget = one.budgets().get(ours);
      if (budget != null) {
        tellRatio(stage, one, budget, standings, List.of(ours, rival));
      }
    }
    if (one.kibibytes() > 0) {
      meter(meters, GROUPED).tell(stage, one.name() + ": " + GROUPED, one.kibibytes());
      meter(meters, rival).tell(stage, one.name() + ": " + rival);
    }
  }

  private static Map<String, Contender> contenders(MeasuredStack stack, Case one) {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    for (String ours : List.of(GROUPED, EACH)) {
      if (one.budgets().containsKey(ours)) {
        String commit = ours.equals(GROUPED) ? "grouped" : "each";
        contenders.put(ours, receiving(stack, one.workload(), commit));
      }
    }
    contenders.put(PREFETCH_0, processing(stack, one, 0));
    contenders.put(PREFETCH_200, processing(stack, one, 200));
    return contenders;
  }

  private static Metered meter(Map<String, Metered> meters, String name) {
    Metered metered = meters.get(name);
    if (metered == null) {
      throw new IllegalArgumentException("Nobody is called " + name + ".");
    }
    return metered;
  }

  private static void tellRatio(
      BenchStage stage, Case one, double budget, Standings standings, List<String> pair) {
    Result ratio =
        Result.ratio(
                one.name() + ": " + pair.get(0) + " / processor",
                standings.ratio(pair.get(0), pair.get(1)))
            .remarking("against " + pair.get(1));
    stage.tell(budget > 0 ? ratio.within(Budget.atLeast(budget)) : ratio);
  }

  static TwinbusReceiving receiving(MeasuredStack stack, Workload workload, String commit) {
    return new TwinbusReceiving(
        settings(stack, MeasuredStack.EAST, commit),
        workload,
        () -> stack.unsettled(MeasuredStack.EAST));
  }

  private static SessionProcessing processing(MeasuredStack stack, Case one, int prefetch) {
    return new SessionProcessing(
        stack.connection(MeasuredStack.EAST),
        MeasuredStack.QUEUE,
        one.workload(),
        new SessionProcessing.Tuning(one.limits().sessions(), prefetch, one.limits().idle()));
  }

  /** One more round, whose standby copies are visible at once. */
  private static void drain(BenchStage stage, MeasuredStack stack, Case one) {
    stage.progress().show("draining standby copies …");
    stack.empty();
    int round = one.limits().rounds(stage);
    try (TwinbusReceiving home = receiving(stack, one.workload(), "grouped")) {
      home.prepare(round);
      home.run(round);
    }
    FlatSettings west = settings(stack, MeasuredStack.WEST, "grouped");
    double rate = TwinbusDraining.run(west, () -> stack.unsettled(MeasuredStack.WEST)).perSecond();
    stage.tell(
        Result.of(one.name() + ": draining the standby copies", "/s", Samples.once(rate))
            .remarking("from the receiver's start"));
  }

  /** With room for more sessions than there are long ones, as by default. */
  private static FlatSettings settings(MeasuredStack stack, String region, String commit) {
    return stack.settings(
        Map.of(
            "twinbus.region",
            region,
            "twinbus.home",
            MeasuredStack.EAST,
            "twinbus.standby-delay",
            "1s",
            "twinbus.receiver.commit",
            commit));
  }
}

package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.SessionEffects;
import io.twinbus.proving.bench.product.SteadyTraffic;
import io.twinbus.proving.bench.product.WatchedReceivers;
import java.util.Map;

/**
 * The acts of {@link OverloadBench}.
 *
 * <ol>
 *   <li>{@link #calm}: steady traffic, as many request units as are asked for. What a message costs
 *       is measured.
 *   <li>{@link #saturation}: the sessions' container has a tenth of what the traffic costs, and the
 *       traffic goes on; then the container has as much as is asked for again, and the traffic goes
 *       on until no more is behind than is on its way.
 *   <li>Or {@link #gather}, without receivers, and {@link #drain}, with half as much again as the
 *       traffic costs.
 * </ol>
 */
final class OverloadPlay {

  private static final int SHARE = 10;
  private static final double NORMAL = 1.5;
  private static final double LEAST = 0.9;
  private static final double LONGEST_SECONDS = 10;
  private static final int CATCH_UP_SECONDS = 240;

  /** Of the messages of a second so many parts are on their way: those of the last 100 ms. */
  private static final int ON_THE_WAY = 10;

  private static final double FAST = 5_000;

  private final BenchStage stage;
  private final MeasuredStack stack;
  private final OverloadBench.Plan plan;
  private final SteadyTraffic traffic;
  private final SessionEffects effects;
  private final String container;
  private double unitsPerMessage;

  OverloadPlay(
      BenchStage stage,
      MeasuredStack stack,
      OverloadBench.Plan plan,
      SteadyTraffic traffic,
      SessionEffects effects) {
    this.stage = stage;
    this.stack = stack;
    this.plan = plan;
    this.traffic = traffic;
    this.effects = effects;
    this.container = LedgerSettings.from(stack.settings(Map.of())).place().sessions();
  }

  /** Measures what a message costs. */
  void calm(WatchedReceivers receivers) {
    stage.progress().show("overload: what a message costs …");
    send(receivers, plan.calmSeconds());
    handled();
    double before = spent();
    long count = effects.count();
    send(receivers, plan.calmSeconds());
    handled();
    unitsPerMessage = (spent() - before) / (effects.count() - count);
    stage.tell(
        Result.of(
                "overload: request units a message, unthrottled", "", Samples.once(unitsPerMessage))
            .remarking("%d messages a second".formatted(plan.perSecond())));
  }

  /** A tenth of the budget, and then all of it. */
  void saturation(WatchedReceivers receivers) {
    String name = "overload, a tenth of the demand for %d s".formatted(plan.tightSeconds());
    stage.progress().show(name + " …");
    int budget = limit(1.0 / SHARE);
    long count = receivers.ended();
    Stopwatch watch = Stopwatch.start();
    send(receivers, plan.tightSeconds());
    tellSpeed(name, (receivers.ended() - count) / watch.seconds(), budget);
    stage.progress().show("overload: all of it again …");
    stack.control().endLedgerRequestUnits();
    int back = effects.second();
    long behind = traffic.sent() - effects.count();
    catchUp(receivers);
    stage.tell(
        Result.of(name + ": until the speed of before", " s", Samples.once(untilFullSpeed(back)))
            .within(Budget.atMost(LONGEST_SECONDS))
            .remarking("%,d messages were behind".formatted(behind)));
    tellHarm(name, receivers);
  }

  /** Sends without a receiver, until each copy is there to be received. */
  void gather() {
    int messages = (int) (plan.perSecond() * NORMAL * plan.tightSeconds());
    stage.progress().show("overload: a backlog of %,d messages …".formatted(messages));
    traffic.send(FAST, messages / FAST);
    Waiting.until("no copy waits for its time", () -> stack.scheduled(MeasuredStack.EAST) == 0);
    Waiting.until("no copy waits for its time", () -> stack.scheduled(MeasuredStack.WEST) == 0);
  }

  /** Handles the backlog under a normal budget. */
  void drain(WatchedReceivers receivers) {
    long behind = traffic.sent() - effects.count();
    String name = "overload, a backlog of %,d messages in both regions".formatted(behind);
    stage.progress().show(name + " …");
    int budget = limit(NORMAL);
    Stopwatch watch = Stopwatch.start();
    Waiting.until(
        "the backlog is handled",
        2 * plan.tightSeconds() + CATCH_UP_SECONDS,
        () -> {
          receivers.look();
          return receivers.ended() >= behind;
        });
    tellSpeed(name, behind / watch.seconds(), budget);
    stack.control().endLedgerRequestUnits();
    tellHarm(name, receivers);
  }

  private int limit(double share) {
    int budget = (int) Math.max(1, plan.perSecond() * unitsPerMessage * share);
    stack.control().ledgerRequestUnits(container, budget);
    return budget;
  }

  private void send(WatchedReceivers receivers, int seconds) {
    for (int i = 0; i < seconds; i++) {
      traffic.send(plan.perSecond(), 1);
      receivers.look();
    }
  }

  /** Goes on with the traffic until no more is behind than is on its way at any time. */
  private void catchUp(WatchedReceivers receivers) {
    int onTheWay = plan.perSecond() / ON_THE_WAY;
    for (int i = 0; i < CATCH_UP_SECONDS && traffic.sent() - effects.count() > onTheWay; i++) {
      send(receivers, 1);
    }
    handled();
    Waiting.until(
        "all copies are settled",
        () -> MeasuredStack.REGIONS.stream().allMatch(region -> stack.unsettled(region) == 0));
    receivers.look();
  }

  private void handled() {
    Waiting.until("all are handled", () -> effects.count() >= traffic.sent());
  }

  /** When as many took effect in a second as are sent in one, or all had. */
  private int untilFullSpeed(int back) {
    for (int second = back; second < effects.second(); second++) {
      if (effects.in(second) >= plan.perSecond()) {
        return second - back + 1;
      }
    }
    return effects.second() - back;
  }

  private void tellSpeed(String name, double perSecond, int budget) {
    double allowed = budget / unitsPerMessage;
    stage.tell(
        Result.of(
                name + ": messages ended, of those that the budget allows",
                "",
                Samples.once(perSecond / allowed))
            .within(Budget.atLeast(LEAST))
            .remarking(
                "%.1f/s with %,d request units/s, which allow %.1f"
                    .formatted(perSecond, budget, allowed)));
  }

  private void tellHarm(String name, WatchedReceivers receivers) {
    tellNone(name + ": leases lost", receivers.leasesLost());
    tellNone(name + ": sessions taken over", receivers.takeovers());
    tellNone(name + ": handler calls repeated", effects.repeats());
    tellNone(name + ": handler calls out of order", effects.disordered());
    stage.tell(
        Result.of(
                name + ": longest that a receiver called it saturated",
                " s",
                Samples.once(receivers.saturated().toMillis() / 1e3))
            .remarking("%d writes waited at most".formatted(receivers.waiting())));
  }

  private void tellNone(String name, long count) {
    stage.tell(Result.of(name, "", Samples.once((double) count)).within(Budget.atMost(0)));
  }

  private double spent() {
    return stack.control().stats().ledger().container(container).requestUnits();
  }
}

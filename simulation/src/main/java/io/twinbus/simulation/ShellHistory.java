package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.testkit.ledger.InMemoryLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * A history that a seed makes up for the product's own receivers, threads and timers included: one
 * region, two receivers, sessions, and everything around them failing for a while.
 *
 * <p>Answers what was violated first; empty when all holds. A seed replays. Not thread-safe.
 */
public final class ShellHistory implements LongFunction<Optional<String>> {

  private static final Duration FAULTS_UNTIL = Duration.ofSeconds(40);
  private static final Duration HEALED_AT = Duration.ofSeconds(45);
  private static final Duration STUCK_AFTER = Duration.ofMinutes(4);
  private static final Duration TO_DRAIN = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration REST = Duration.ofSeconds(10);

  @Override
  public Optional<String> apply(long seed) {
    return new History(seed).play();
  }

  /** One run. */
  private static final class History {

    private final Ground ground;
    private final Chance chance;
    private final Timeline timeline;
    private final SimulatedRegion region;
    private final ShellAudit audit;
    private final FaultyPort.Weather weather = new FaultyPort.Weather();
    private final ShellProcess.Shared shared;
    private final List<ShellProcess> processes = new ArrayList<>();
    private final List<Long> sent = new ArrayList<>();
    private final int slots;
    private boolean healed;

    History(long seed) {
      ground = Ground.of(seed, false);
      chance = ground.chance();
      timeline = ground.timeline();
      region = new SimulatedRegion(new RegionName("east"), ground);
      FlowSettings flow = new Wiring().flow();
      FlowSettings.Attempts attempts = flow.attempts();
      flow =
          flow.withAttempts(
              new FlowSettings.Attempts(
                  1_000, // a message ends by its handler alone
                  attempts.backoff(),
                  attempts.handlerTimeout(),
                  attempts.onPoison(),
                  attempts.inDoubt()));
      audit = new ShellAudit(timeline, flow.pace().handlerGrace());
      shared = new ShellProcess.Shared(ground, audit, region, new InMemoryLedger(), weather, flow);
      slots = chance.between(1, 4);
    }

    Optional<String> play() {
      processes.add(new ShellProcess(shared, slots));
      if (chance.percent(60)) {
        processes.add(new ShellProcess(shared, slots));
      }
      send();
      int badMoments = chance.between(1, 8);
      for (int i = 0; i < badMoments; i++) {
        timeline.after(chance.millis(500, FAULTS_UNTIL.toMillis()), this::strike);
      }
      timeline.after(HEALED_AT, this::heal);
      Duration restedAt = Duration.ZERO;
      while (timeline.now().minus(restedAt).compareTo(REST) < 0
          && audit.violation().isEmpty()
          && timeline.now().compareTo(HEALED_AT.plus(STUCK_AFTER)) < 0) {
        timeline.runUntil(timeline.now().plus(LOOK));
        processes.forEach(ShellProcess::look);
        restedAt = healed && isAtRest() ? restedAt : timeline.now();
      }
      audit.require(isAtRest(), Invariant.P5_LIVENESS, this::left);
      processes.stream().filter(each -> !each.isLeaving()).forEach(ShellProcess::lookAtRest);
      drainAll();
      return audit.violation();
    }

    private void send() {
      int sessions = chance.between(1, 6);
      for (int n = 0; n < sessions; n++) {
        int messages = chance.between(1, 25);
        sent.add((long) messages);
        long after = 0;
        for (int seq = 1; seq <= messages; seq++) {
          after += chance.percent(60) ? chance.below(20) : chance.below(3_000);
          region.send(session(n), new StreamId("p"), seq, Duration.ofMillis(after));
        }
      }
    }

    private static SessionId session(int n) {
      return new SessionId("s" + n);
    }

    private void strike() {
      switch (chance.below(5)) {
        case 0 -> {
          region.goDown();
          timeline.after(chance.millis(500, 10_000), region::comeBack);
        }
        case 1 -> {
          weather.out = true;
          timeline.after(chance.millis(500, 25_000), () -> weather.out = false);
        }
        case 2 -> {
          ShellProcess old = processes.get(chance.below(processes.size()));
          drain(old);
          timeline.after(chance.millis(0, 5_000), () -> processes.add(replacement()));
        }
        default -> region.loseLock(session(chance.below(sent.size())));
      }
    }

    private ShellProcess replacement() {
      ShellProcess next = new ShellProcess(shared, slots);
      if (healed) {
        next.heal();
      }
      return next;
    }

    private void drain(ShellProcess process) {
      boolean[] done = {false};
      var unused = process.drain().whenComplete((nothing, error) -> done[0] = true);
      timeline.after(
          TO_DRAIN,
          () -> audit.require(done[0], Invariant.P5_LIVENESS, () -> "a drain does not end"));
    }

    private void heal() {
      healed = true;
      weather.out = false;
      weather.rough = false;
      region.comeBack();
      processes.forEach(ShellProcess::heal); // and who is stuck stays so: nobody helps out
    }

    private void drainAll() {
      if (audit.violation().isEmpty()) {
        processes.forEach(this::drain);
        timeline.runUntil(timeline.now().plus(TO_DRAIN).plus(LOOK));
      }
    }

    private boolean isAtRest() {
      return region.unsettled() == 0
          && processes.stream().allMatch(ShellProcess::isAtRest)
          && isAllApplied();
    }

    private boolean isAllApplied() {
      for (int n = 0; n < sent.size(); n++) {
        for (long seq = 1; seq <= sent.get(n); seq++) {
          if (!audit.hasApplied(session(n), seq)) {
            return false;
          }
        }
      }
      return true;
    }

    private String left() {
      return "all is well again; %d copies are left, %d are dead letters; the processes have: %s"
          .formatted(
              region.unsettled(),
              region.deadLetters().size(),
              processes.stream().filter(each -> !each.isLeaving()).toList());
    }
  }
}

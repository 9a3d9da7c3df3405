package io.twinbus.proving.endurance;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import io.twinbus.rehearsal.run.Scenario;
import io.twinbus.rehearsal.run.Stage;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Reach;
import io.twinbus.rehearsal.verify.Standstill;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Every receiver of every region is replaced, as an upgrade does it.
 *
 * <ol>
 *   <li>Calm traffic for some seconds.
 *   <li>One receiver after the other, region by region: a new one starts and is ready; the old one
 *       is told to end (SIGTERM), drains and ends.
 *   <li>Calm traffic again, so that what came last is seen to move.
 * </ol>
 */
public final class RollingRestart implements Scenario {

  private static final Duration CALM = Duration.ofSeconds(8);
  private static final Duration BETWEEN = Duration.ofSeconds(3);
  private static final Duration DRAIN_BOUND = Duration.ofSeconds(60);

  private final Traffic traffic;
  private final Duration longestStandstill;
  private final List<Replacement> done = new ArrayList<>();
  private volatile String story = "calm";

  /**
   * A receiver that was replaced.
   *
   * @param name what it was called
   * @param drained how long it took from SIGTERM to its end
   * @param exitCode what it ended with
   * @param hit the time from SIGTERM until 3 s after its end, for {@code Standstill}
   */
  record Replacement(String name, Duration drained, int exitCode, Hit hit) {}

  /**
   * A restart under {@code traffic}, passed when no session with work stands still for more than
   * {@code longestStandstill}.
   */
  public RollingRestart(Traffic traffic, Duration longestStandstill) {
    this.traffic = traffic;
    this.longestStandstill = longestStandstill;
  }

  @Override
  public String name() {
    return "rolling-restart";
  }

  @Override
  public RestartOutcome play(Stage stage)
      throws IOException, InterruptedException, TimeoutException {
    try (SteadySystem system = SteadySystem.start(stage, traffic, "")) {
      TrafficVerdict verdict = system.play(this::replaceAll, () -> story);
      Standstill standstill =
          new Standstill(system.live().outside().effects().effects(), system.feed().log()::sentAt);
      return new RestartOutcome(
          verdict,
          done.stream()
              .map(each -> new RestartOutcome.Replaced(each, standstill.of(each.hit())))
              .toList(),
          longestStandstill);
    }
  }

  private void replaceAll(SteadySystem system)
      throws IOException, InterruptedException, TimeoutException {
    pause(CALM);
    for (RegionName region : LocalProcess.REGIONS) {
      List<ChildProcess> old = new ArrayList<>(system.live().fleet().in(region));
      old.sort(Comparator.comparing(ChildProcess::name));
      for (ChildProcess receiver : old) {
        replace(system, region, receiver);
        system.live().checkAlive();
      }
    }
    story = "calm";
    pause(CALM);
  }

  private void replace(SteadySystem system, RegionName region, ChildProcess receiver)
      throws IOException, InterruptedException, TimeoutException {
    story = "starting a successor of " + receiver.name();
    ReceiverFleet.awaitReady(system.live().fleet().start(region));
    pause(BETWEEN);
    story = "ending " + receiver.name();
    Stage stage = system.stage();
    MonotonicTime from = stage.now();
    system.live().fleet().dismiss(receiver);
    receiver.stop(DRAIN_BOUND);
    Duration drained = stage.now().since(from);
    pause(BETWEEN);
    Fault fault =
        new Fault(
            FaultKind.RESTART_RECEIVER,
            Optional.of(region),
            new When.Time(Duration.ZERO),
            Duration.ofSeconds(1));
    done.add(
        new Replacement(
            receiver.name(),
            drained,
            receiver.ended().join(),
            new Hit(fault, from, stage.now(), Reach.everything())));
  }

  private static void pause(Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
  }
}

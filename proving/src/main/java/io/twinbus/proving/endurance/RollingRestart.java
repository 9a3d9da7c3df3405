package io.twinbus.proving.endurance;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import io.twinbus.rehearsal.stack.LocalProcess;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Reach;
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
final class RollingRestart implements Course {

  private static final Duration CALM = Duration.ofSeconds(8);
  private static final Duration BETWEEN = Duration.ofSeconds(3);
  private static final Duration DRAIN_BOUND = Duration.ofSeconds(60);

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

  @Override
  public void run(SteadySystem system) throws IOException, InterruptedException, TimeoutException {
    pause(CALM);
    for (RegionName region : LocalProcess.REGIONS) {
      List<ChildProcess> old = new ArrayList<>(system.fleet().in(region));
      old.sort(Comparator.comparing(ChildProcess::name));
      for (ChildProcess receiver : old) {
        replace(system, region, receiver);
        system.checkAlive();
      }
    }
    story = "calm";
    pause(CALM);
  }

  private void replace(SteadySystem system, RegionName region, ChildProcess receiver)
      throws IOException, InterruptedException, TimeoutException {
    story = "starting a successor of " + receiver.name();
    ReceiverFleet.awaitReady(system.fleet().start(region));
    pause(BETWEEN);
    story = "ending " + receiver.name();
    Clocks clocks = system.clocks();
    MonotonicTime from = clocks.now().monotonic();
    system.fleet().dismiss(receiver);
    receiver.stop(DRAIN_BOUND);
    Duration drained = clocks.now().monotonic().since(from);
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
            new Hit(fault, from, clocks.now().monotonic(), Reach.everything())));
  }

  /** What is going on. */
  String story() {
    return story;
  }

  /** The receivers replaced so far. */
  List<Replacement> replacements() {
    return List.copyOf(done);
  }

  private static void pause(Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
  }
}

package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.receiver.runtime.ReceiverPlatform;
import java.util.function.Consumer;

/** The simulated threads of one receiver process, and how many timers may be set on them. */
final class ProcessThreads {

  /**
   * How many timers a process may have set: some of its own, some a session. While the ledger does
   * not answer, sessions that came and went have deadlines for 5 s yet.
   */
  private static final int OWN_TIMERS = 40;

  private static final int TIMERS_A_SESSION = 8;
  private static final int TIMERS_AT_REST = 8;

  /** Its own one, and those of releases after dead workers. */
  private static final int OWN_ALARMS = 10;

  /**
   * An alarm and the deadlines of one operation each for the lease, the vitals (write and read),
   * the beats and the directive, and what a former incarnation has left running.
   */
  private static final int LEASE_TIMERS = 10;

  private static final double PERCENT_ON_CALLER = 40;

  private final SimulatedThreads workers;
  private final SimulatedThreads timer;
  private final SimulatedThreads lease;

  /**
   * @param process has a task run while the process is up, later or never
   */
  ProcessThreads(World world, ProcessClock clock, Consumer<Runnable> process) {
    SimulatedThreads.Machine machine =
        new SimulatedThreads.Machine(world.ground(), clock, world.surprises(), process);
    boolean isDirect = world.surprises().happens(30);
    workers = new SimulatedThreads(machine, isDirect ? PERCENT_ON_CALLER : 0);
    timer = new SimulatedThreads(machine, 0);
    lease = new SimulatedThreads(machine, 0);
  }

  SimulatedThreads workers() {
    return workers;
  }

  ReceiverPlatform.Threads platform() {
    return new ReceiverPlatform.Threads(workers, timer, lease);
  }

  /** Looks at the timers of a process that has {@code sessions}. */
  void look(String process, int sessions) {
    int most = OWN_TIMERS + TIMERS_A_SESSION * sessions;
    require(
        timer.pending() <= most,
        Invariant.P5_LIVENESS,
        () ->
            "%s has %d timers set, and %d would be many: %s"
                .formatted(process, timer.pending(), most, timer.waiting()));
    int alarms = timer.pending("Alarm");
    require(
        alarms <= OWN_ALARMS + 2 * sessions,
        Invariant.P5_LIVENESS,
        () -> "%s has %d alarms set, with %d sessions".formatted(process, alarms, sessions));
    require(
        lease.pending() <= LEASE_TIMERS,
        Invariant.P5_LIVENESS,
        () -> "%s has %d timers set for its lease".formatted(process, lease.pending()));
  }

  /** Looks at the timers of a process that has had nothing to do for a while. */
  void lookAtRest(String process) {
    require(
        timer.pending() <= TIMERS_AT_REST,
        Invariant.P5_LIVENESS,
        () ->
            "%s has %d timers set for nothing: %s"
                .formatted(process, timer.pending(), timer.waiting()));
  }
}

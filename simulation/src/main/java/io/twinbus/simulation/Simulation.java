package io.twinbus.simulation;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * Runs senders and receivers through histories that seeds make up, and looks whether the promises
 * hold.
 *
 * <p>One seed, one history: a failing one replays. Not thread-safe.
 */
public final class Simulation {

  private static final Duration STUCK_AFTER = Duration.ofMinutes(10);
  private static final Duration REST = Duration.ofSeconds(40);
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final Wiring wiring;

  /** A simulation of processes that are put together as {@code wiring} says. */
  public Simulation(Wiring wiring) {
    this.wiring = wiring;
  }

  /** Runs the history of {@code seed}; if an invariant breaks, once more, with a trace. */
  public SimulationResult run(long seed) {
    SimulationResult result = run(seed, false);
    return result.failure().isPresent() ? run(seed, true) : result;
  }

  /** Runs the history of {@code seed} once; {@code writes} hears of each write that has landed. */
  SimulationResult runOnce(long seed, Consumer<LandedWrite> writes) {
    return run(seed, false, writes);
  }

  /** Runs the history of {@code seed} once, without a trace. */
  public SimulationResult runOnce(long seed) {
    return run(seed, false);
  }

  /** Runs the history of {@code seed} with a trace, whatever comes of it. */
  public SimulationResult trace(long seed) {
    return run(seed, true);
  }

  private SimulationResult run(long seed, boolean traced) {
    return run(seed, traced, write -> {});
  }

  private SimulationResult run(long seed, boolean traced, Consumer<LandedWrite> writes) {
    Ground ground = Ground.of(seed, traced);
    World world = new World(ground, wiring, writes);
    try {
      new RandomHistory(world, seed).begin();
      ground.timeline().runUntil(RandomHistory.HEALED_AT);
      drain(world, RandomHistory.HEALED_AT.plus(STUCK_AFTER));
      stop(world);
      return SimulationResult.passed(seed, ground);
    } catch (InvariantViolated violation) {
      return SimulationResult.failed(seed, ground, violation);
    } catch (IllegalStateException | IllegalArgumentException | NoSuchElementException thrown) {
      return SimulationResult.failed(
          seed, ground, new InvariantViolated(Invariant.P5_LIVENESS, "a core threw " + thrown));
    }
  }

  /** Has every receiver drain, which must end. */
  private static void stop(World world) {
    Timeline timeline = world.ground().timeline();
    Duration bound = timeline.now().plus(ReceiverProcess.TO_DRAIN).plus(LOOK);
    world.processes().forEach(ReceiverProcess::drain);
    while (!world.processes().isEmpty() && timeline.now().compareTo(bound) < 0) {
      timeline.runUntil(timeline.now().plus(LOOK));
    }
    world.liveness().requireAtRest();
  }

  /**
   * Lets the world go on until nothing has been left to do for a while, or the bound has passed: a
   * copy that was given up by its sender may come late, and make work again. Where idle claims are
   * kept for longer than that, only {@link #stop} ends them.
   */
  static void drain(World world, Duration bound) {
    Timeline timeline = world.ground().timeline();
    Duration busyAt = timeline.now();
    boolean mayRest = world.wiring().longLinger().compareTo(STUCK_AFTER) < 0;
    while (timeline.now().compareTo(bound) < 0
        && timeline.now().minus(busyAt).compareTo(REST) < 0) {
      timeline.runUntil(timeline.now().plus(LOOK));
      boolean isOver = world.liveness().isDrained() && (!mayRest || world.liveness().isAtRest());
      busyAt = isOver ? busyAt : timeline.now();
    }
    world.liveness().requireDrained();
    if (mayRest) {
      world.liveness().requireAtRest();
    }
  }
}

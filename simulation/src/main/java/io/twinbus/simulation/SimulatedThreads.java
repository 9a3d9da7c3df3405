package io.twinbus.simulation;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process's thread pool and timer in simulated time: tasks run late and in any order, timers fire
 * late and now and then twice, and some processes run a task on the thread of its caller.
 *
 * <p>A seed decides all of it. Not thread-safe: everything runs on the thread of the simulation.
 */
final class SimulatedThreads extends AbstractExecutorService implements ScheduledExecutorService {

  private static final double LATE_PERCENT = 3;
  private static final double TWICE_PERCENT = 6;

  private final Machine machine;
  private final Ground ground;
  private final double percentOnCaller;
  private final Deque<Object> running = new ArrayDeque<>();
  private final Map<String, Integer> pending = new TreeMap<>();
  private boolean down;

  /**
   * What they run on.
   *
   * @param ground true time, and its chances
   * @param clock the clock that timers go by
   * @param surprises how late tasks are, and whether timers fire twice
   * @param process has a task run while the process is up, later or never
   */
  record Machine(
      Ground ground, ProcessClock clock, Surprises surprises, Consumer<Runnable> process) {}

  /**
   * @param percentOnCaller how many tasks run at once, on the thread that hands them in
   */
  SimulatedThreads(Machine machine, double percentOnCaller) {
    this.machine = machine;
    this.ground = machine.ground();
    this.percentOnCaller = percentOnCaller;
  }

  /** How many timers are set and not cancelled. */
  int pending() {
    return pending.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many of them objects of the class called {@code name} have set. */
  int pending(String name) {
    return pending.getOrDefault(name, 0);
  }

  /** What the timers are set for that are not cancelled. */
  String waiting() {
    return pending.toString();
  }

  /** The task that runs now; null when none does. */
  @Nullable Object current() {
    return running.peek();
  }

  boolean isRunning(Object task) {
    return running.contains(task);
  }

  @Override
  public void execute(Runnable task) {
    requireUp();
    if (percentOnCaller > 0 && ground.chance().percent(percentOnCaller)) {
      run(task);
    } else {
      ground
          .timeline()
          .after(machine.surprises().lateness(), () -> machine.process().accept(() -> run(task)));
    }
  }

  private void run(Runnable task) {
    Object turn = new Object();
    running.push(turn);
    try {
      task.run();
    } catch (RuntimeException | Error e) { // real threads would swallow it
      throw new InvariantViolated(Invariant.P5_LIVENESS, "a thread has met with " + e);
    } finally {
      running.pop();
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    requireUp();
    Timer timer = new Timer(task);
    timer.set(Duration.ofNanos(unit.toNanos(delay)), () -> {});
    return timer;
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    requireUp();
    Timer timer = new Timer(task);
    timer.repeat(Duration.ofNanos(unit.toNanos(first)), Duration.ofNanos(unit.toNanos(delay)));
    return timer;
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long first, long period, TimeUnit unit) {
    return scheduleWithFixedDelay(task, first, period, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("The receiver schedules no callables.");
  }

  private void requireUp() {
    if (down) {
      throw new RejectedExecutionException("The simulated process has shut its threads down.");
    }
  }

  @Override
  public void shutdown() {
    down = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    down = true;
    return new ArrayList<>();
  }

  @Override
  public boolean isShutdown() {
    return down;
  }

  @Override
  public boolean isTerminated() {
    return down;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return down;
  }

  /** One timer: fires late, and now and then once more, unless it is cancelled. */
  private final class Timer extends FutureTask<Void> implements ScheduledFuture<Void> {

    private final Runnable task;
    private final String name;
    private boolean counted;

    Timer(Runnable task) {
      super(() -> {}, null);
      this.task = task;
      String type = task.getClass().getSimpleName();
      this.name = type.substring(0, Math.max(type.indexOf('$'), 0));
    }

    void repeat(Duration first, Duration delay) {
      set(
          first,
          () -> {
            if (!down) {
              repeat(delay, delay);
            }
          });
    }

    void set(Duration delay, Runnable after) {
      count(1);
      MonotonicTime due = machine.clock().now().monotonic().plus(delay);
      Chance chance = ground.chance();
      wait(due, chance.mostly(chance.millis(0, 5), LATE_PERCENT, chance.millis(5, 1_500)), after);
    }

    private void wait(MonotonicTime due, Duration late, Runnable after) {
      Duration until = machine.clock().until(due).plus(late);
      ground.timeline().after(until, () -> machine.process().accept(() -> ring(due, after)));
    }

    /** Its clock may have stood still meanwhile: then it is not due yet. */
    private void ring(MonotonicTime due, Runnable after) {
      if (isCancelled() || down) {
        return;
      }
      if (!machine.clock().now().monotonic().isAtOrAfter(due)) {
        wait(due, Duration.ZERO, after);
        return;
      }
      count(-1);
      fire();
      if (machine.surprises().happens(TWICE_PERCENT)) {
        ground
            .timeline()
            .after(ground.chance().millis(0, 50), () -> machine.process().accept(this::fire));
      }
      if (!isCancelled()) {
        after.run();
      }
    }

    private void fire() {
      if (!isCancelled() && !down) {
        SimulatedThreads.this.run(task);
      }
    }

    private void count(int more) {
      boolean counts = more > 0;
      if (counts != counted) {
        counted = counts;
        pending.merge(name, more, Integer::sum);
        pending.remove(name, 0);
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      count(-1);
      return super.cancel(mayInterrupt);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(hashCode(), other.hashCode());
    }
  }
}

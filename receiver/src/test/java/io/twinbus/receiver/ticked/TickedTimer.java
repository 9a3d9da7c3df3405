package io.twinbus.receiver.ticked;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer, a thread and clocks in one: nothing happens but in {@link #pass}, on the thread of the
 * test.
 */
public final class TickedTimer extends ScheduledThreadPoolExecutor implements Clocks {

  private final PriorityQueue<Ring> set = new PriorityQueue<>();
  private long nanos;
  private long order;

  /** At time zero. */
  public TickedTimer() {
    super(1);
  }

  @Override
  public Now now() {
    return new Now(new MonotonicTime(nanos), Instant.EPOCH.plusNanos(nanos));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Ring ring = new Ring(task, nanos + unit.toNanos(delay), order++);
    set.add(ring);
    return ring;
  }

  @Override
  public void execute(Runnable task) {
    var unused = schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  /** Cancelling it has no effect once the task has run: the test ends, and with it the time. */
  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    Runnable again =
        () -> {
          task.run();
          var unused = scheduleWithFixedDelay(task, delay, delay, unit);
        };
    return schedule(again, first, unit);
  }

  /** How many tasks wait that nobody has cancelled. */
  public long waiting() {
    return set.stream().filter(ring -> !ring.isCancelled()).count();
  }

  /** Runs what is due within {@code time}, each at its time. */
  public void pass(Duration time) {
    long until = nanos + time.toNanos();
    for (Ring next = set.peek(); next != null && next.at <= until; next = set.peek()) {
      set.remove(next);
      nanos = Math.max(nanos, next.at);
      next.run();
    }
    nanos = until;
  }

  private static final class Ring extends FutureTask<Void> implements ScheduledFuture<Void> {

    private final long at;
    private final long order;

    Ring(Runnable task, long at, long order) {
      super(task, null);
      this.at = at;
      this.order = order;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Ring ring = (Ring) other;
      return at == ring.at ? Long.compare(order, ring.order) : Long.compare(at, ring.at);
    }
  }
}

package io.twinbus.receiver.unit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer whose time passes only when a test says so; tasks run on the test's thread, in the order
 * in which they are due. It starts no thread. Not thread-safe, apart from scheduling.
 */
final class TickedTimer extends ScheduledThreadPoolExecutor {

  private final List<Task> tasks = new ArrayList<>();
  private long now;

  TickedTimer() {
    super(0);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    synchronized (tasks) {
      Task task = new Task(command, now + unit.toNanos(delay));
      tasks.add(task);
      return task;
    }
  }

  /** Lets so much time pass, and runs what is due by then. */
  void tick(Duration time) {
    List<Task> due;
    synchronized (tasks) {
      now += time.toNanos();
      due = tasks.stream().filter(task -> task.at <= now).sorted().toList();
      tasks.removeAll(due);
    }
    due.forEach(Task::run);
  }

  private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {

    private final long at;

    Task(Runnable command, long at) {
      super(command, null);
      this.at = at;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - now, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Comparator.comparingLong((Task task) -> task.at).compare(this, (Task) other);
    }
  }
}

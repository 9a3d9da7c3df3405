package io.twinbus.proving.bench.product;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes only while no request is under way: timers and clocks follow it, so that a busy
 * machine makes nothing late.
 *
 * <p>Tasks run in {@link #pass}, on the thread of its caller. Clocks, executors and {@link
 * #request} are thread-safe.
 */
public final class VirtualTime implements Clocks {

  private static final Duration ANSWER_BOUND = Duration.ofMinutes(1);

  private final Instant begin = Instant.now();
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
  private long nanos;
  private long order;
  private int underWay;

  @Override
  public synchronized Now now() {
    return new Now(new MonotonicTime(nanos), begin.plusNanos(nanos));
  }

  /** An executor of its own, whose shutdown ends its own tasks only. */
  public ScheduledExecutorService executor() {
    return new Threads();
  }

  /** A request to the world outside; time stands still until its answer has been heard. */
  public <T> CompletionStage<T> request(CompletionStage<T> answer) {
    CompletableFuture<T> heard = new CompletableFuture<>();
    synchronized (this) {
      underWay++;
    }
    var unused =
        answer.whenComplete(
            (value, error) -> {
              if (error == null) {
                heard.complete(value);
              } else {
                heard.completeExceptionally(error);
              }
              answered();
            });
    return heard;
  }

  /**
   * Lets time pass; what becomes due runs at its time.
   *
   * @throws IllegalStateException when a request has no answer within a minute
   */
  public void pass(Duration time) throws InterruptedException {
    long until;
    synchronized (this) {
      until = nanos + time.toNanos();
    }
    for (Task next = next(until); next != null; next = next(until)) {
      next.run();
    }
  }

  private synchronized @Nullable Task next(long until) throws InterruptedException {
    while (!isDue(nanos) && underWay > 0) {
      long before = System.nanoTime();
      wait(ANSWER_BOUND.toMillis());
      if (System.nanoTime() - before >= ANSWER_BOUND.toNanos()) {
        throw new IllegalStateException("A request has no answer within a minute.");
      }
    }
    if (isDue(until)) {
      Task next = tasks.remove();
      nanos = Math.max(nanos, next.at());
      return next;
    }
    nanos = until;
    return null;
  }

  private boolean isDue(long at) {
    Task next = tasks.peek();
    return next != null && next.at() <= at;
  }

  private synchronized void answered() {
    underWay--;
    notifyAll();
  }

  private synchronized void set(Task task, long delayNanos) {
    task.at = nanos + Math.max(0, delayNanos);
    task.order = order++;
    tasks.add(task);
    notifyAll();
  }

  /** One executor among those that share the time. */
  private final class Threads extends ScheduledThreadPoolExecutor {

    private volatile boolean isDown;

    Threads() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      if (isDown) {
        throw new RejectedExecutionException("This executor has been shut down.");
      }
      Task set = new Task(() -> runUnlessDown(task));
      set(set, unit.toNanos(delay));
      return set;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long first, long delay, TimeUnit unit) {
      return schedule(
          () -> {
            task.run();
            var unused = scheduleWithFixedDelay(task, delay, delay, unit);
          },
          first,
          unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable task, long first, long period, TimeUnit unit) {
      return scheduleWithFixedDelay(task, first, period, unit);
    }

    @Override
    public void execute(Runnable task) {
      var unused = schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    private void runUnlessDown(Runnable task) {
      if (!isDown) {
        task.run();
      }
    }

    @Override
    public void shutdown() {
      isDown = true;
      super.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
      isDown = true;
      return super.shutdownNow();
    }
  }

  /** Something that is due at its time. */
  private static final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {

    private long at;
    private long order;

    Task(Runnable task) {
      super(task, null);
    }

    long at() {
      return at;
    }

    long order() {
      return order;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}

package io.twinbus.receiver.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tasks of one session, run one at a time, in the order of posting, on a shared executor.
 *
 * <p>What can be in it is bounded by its senders: a session worker gets no more copies than it
 * asked for, and one answer for each effect. After a few tasks it makes room for the others on the
 * executor. Thread-safe.
 */
final class Mailbox {

  private static final int AT_A_TIME = 32;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Executor executor;

  Mailbox(Executor executor) {
    this.executor = executor;
  }

  /** Adds a task; one that comes after the executor was shut down is dropped. */
  void post(Runnable task) {
    tasks.add(task);
    if (waiting.getAndIncrement() == 0) {
      schedule();
    }
  }

  private void schedule() {
    try {
      executor.execute(this::runSome);
    } catch (RejectedExecutionException e) {
      tasks.clear(); // the process ends: nobody waits for this any more
    }
  }

  private void runSome() {
    int done = 0;
    Runnable task = tasks.poll();
    while (task != null) {
      task.run();
      done++;
      task = done < AT_A_TIME ? tasks.poll() : null;
    }
    if (waiting.addAndGet(-done) > 0) {
      schedule();
    }
  }
}

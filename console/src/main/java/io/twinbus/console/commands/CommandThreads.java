package io.twinbus.console.commands;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for one kind of command. Questions and acts have their own, so that neither waits for the
 * other. Thread-safe.
 */
final class CommandThreads implements AutoCloseable {

  private static final Duration KEPT = Duration.ofMinutes(1);

  private final ThreadPoolExecutor threads;

  /**
   * @param name the threads' name
   * @param running how many commands run at a time
   * @param waiting how many wait for a thread; one more is refused
   */
  CommandThreads(String name, int running, int waiting) {
    this.threads =
        new ThreadPoolExecutor(
            running,
            running,
            KEPT.toSeconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Has {@code command} run; false: too many wait, or the console is being closed. */
  boolean run(Runnable command) {
    try {
      threads.execute(command);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

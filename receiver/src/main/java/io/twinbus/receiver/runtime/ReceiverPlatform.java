package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * What a receiver runs on: threads, timers, clocks, random numbers.
 *
 * <p>Immutable and thread-safe.
 *
 * @param threads where its work runs
 * @param clocks the present
 * @param random where ids come from
 * @param instanceIds names the next incarnation; never the same name twice
 * @param cores what decides about each session
 */
public record ReceiverPlatform(
    Threads threads,
    Clocks clocks,
    Random random,
    Supplier<InstanceId> instanceIds,
    SessionCore.Factory cores) {

  private static final int WORKER_THREADS = 4;

  /**
   * Where a receiver's work runs. The receiver shuts all of them down when it closes.
   *
   * @param workers where the sessions' events are handled
   * @param timer where alarms and deadlines run
   * @param lease where the lease is kept, so that no amount of work makes a beat late
   */
  public record Threads(
      ExecutorService workers, ScheduledExecutorService timer, ScheduledExecutorService lease) {

    /** A fixed number of daemon threads, whatever the number of sessions. */
    public static Threads start() {
      return new Threads(
          Executors.newFixedThreadPool(WORKER_THREADS, named("session-worker")),
          timer("session-timer"),
          timer("lease"));
    }

    private static ScheduledThreadPoolExecutor timer(String name) {
      ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named(name));
      timer.setRemoveOnCancelPolicy(true);
      return timer;
    }

    private static ThreadFactory named(String name) {
      return task -> {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
      };
    }
  }

  /** Threads of its own, and the product's session workers. */
  public static ReceiverPlatform of(Clocks clocks) {
    Random random = new SecureRandom();
    return new ReceiverPlatform(
        Threads.start(),
        clocks,
        random,
        () -> InstanceId.random(random),
        (who, flow, context, now) -> SessionCore.of(new SessionWorker(who, flow, context, now)));
  }
}

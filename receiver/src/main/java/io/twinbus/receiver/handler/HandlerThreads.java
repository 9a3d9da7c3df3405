package io.twinbus.receiver.handler;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads on which handlers that block run, for a {@link BlockingHandler}. */
public final class HandlerThreads {

  /** How many calls run at a time. */
  public static final int MOST = 32;

  private HandlerThreads() {}

  /**
   * At most {@value #MOST} daemon threads, which end when they idle for a minute. Calls beyond wait
   * their turn: there are never more of them than sessions.
   */
  public static ExecutorService create() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            MOST, MOST, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), HandlerThreads::thread);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "handler");
    thread.setDaemon(true);
    return thread;
  }
}

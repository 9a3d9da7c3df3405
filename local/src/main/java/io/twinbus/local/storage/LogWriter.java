package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes the log: whatever has come while it wrote goes with the next write, so the
 * more is to be kept the less each change costs.
 */
final class LogWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
  private static final long MAX_WAITING_BYTES = 64L << 20;
  private static final long CLOSE_WITHIN_MS = 30_000;
  private static final long KEPT_WITHIN_S = 30;

  private record Waiter(long group, Runnable action) {}

  private final LogFile log;
  private final Path directory;
  private final Thread thread = new Thread(this::run, "twinbus-local-data");
  private final Queue<Waiter> waiters =
      new PriorityQueue<>(Comparator.comparingLong(Waiter::group));
  private List<Changes> waiting = new ArrayList<>();
  private List<KeptMap> unnamed = new ArrayList<>();
  private long waitingBytes;
  private long lastGroup;
  private volatile long keptGroup;
  private boolean closed;
  private boolean failed;

  private LogWriter(LogFile log, Path directory) {
    this.log = log;
    this.directory = directory;
    thread.setDaemon(true);
  }

  static LogWriter start(LogFile log, Path directory) {
    LogWriter writer = new LogWriter(log, directory);
    writer.thread.start();
    return writer;
  }

  synchronized void name(KeptMap map) {
    unnamed.add(map);
    notifyAll();
  }

  synchronized long write(Changes changes) {
    boolean interrupted = false;
    while (waitingBytes > MAX_WAITING_BYTES && !failed && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failed) {
      waiting.add(changes);
      waitingBytes += changes.bytes();
      notifyAll();
    }
    return ++lastGroup;
  }

  boolean isKept(long group) {
    return group <= keptGroup;
  }

  void whenKept(long group, Runnable action) {
    synchronized (this) {
      if (!isKept(group)) {
        waiters.add(new Waiter(group, action));
        return;
      }
    }
    action.run();
  }

  /** Waits 30 s at most; whether the group is kept then. */
  boolean awaitKept(long group) {
    CountDownLatch kept = new CountDownLatch(1);
    whenKept(group, kept::countDown);
    try {
      return kept.await(KEPT_WITHIN_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return isKept(group);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join(CLOSE_WITHIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (log) {
      while (writeNext()) {
        log.rewriteIfWorthwhile();
      }
    } catch (IOException | RuntimeException | Error e) { // unheard, its callers would wait for it
      LOG.error(
          "The data directory {} cannot be written: nothing is acknowledged any more. Free some"
              + " space, or mend the disk, and start again.",
          directory,
          e);
      synchronized (this) {
        failed = true;
        waiting.clear();
        waiters.clear();
        notifyAll();
      }
    }
  }

  /** Writes all that waits; false when it was closed and nothing is left. */
  private boolean writeNext() throws IOException {
    List<Changes> groups;
    List<KeptMap> names;
    long newest;
    synchronized (this) {
      while (waiting.isEmpty() && unnamed.isEmpty() && !closed) {
        try {
          wait();
        } catch (InterruptedException e) {
          // Nobody has a reason to: it goes on until it is closed.
          LOG.warn("The writer of {} was interrupted and goes on.", directory);
        }
      }
      if (waiting.isEmpty() && unnamed.isEmpty()) {
        return false;
      }
      groups = waiting;
      names = unnamed;
      newest = lastGroup;
      waiting = new ArrayList<>();
      unnamed = new ArrayList<>();
      waitingBytes = 0;
      notifyAll();
    }
    for (KeptMap map : names) {
      log.name(map);
    }
    log.append(groups);
    tell(newest);
    return true;
  }

  private void tell(long newest) {
    List<Waiter> told = new ArrayList<>();
    synchronized (this) {
      keptGroup = newest;
      while (!waiters.isEmpty() && waiters.element().group() <= newest) {
        told.add(waiters.remove());
      }
    }
    for (Waiter waiter : told) {
      try {
        waiter.action().run();
      } catch (RejectedExecutionException e) {
        LOG.debug("A connection was closed before its answer could be sent.", e);
      }
    }
  }
}

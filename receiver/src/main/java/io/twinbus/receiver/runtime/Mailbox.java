package io.twinbus.receiver.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What happened to one session, handed to its reader in the order of posting, a few things at a
 * time, on a shared executor.
 *
 * <p>What can be in it is bounded by its senders: a session worker gets no more copies than it
 * asked for, and one answer for each effect. After a few rounds it makes room for the others on the
 * executor. Thread-safe; the reader is called by one thread at a time, and must not throw.
 *
 * @param <T> what is posted
 */
final class Mailbox<T> {

  private static final int AT_A_TIME = 32;

  private final Queue<T> posted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Executor executor;
  private final Consumer<List<T>> reader;

  Mailbox(Executor executor, Consumer<List<T>> reader) {
    this.executor = executor;
    this.reader = reader;
  }

  /** Adds something; what comes after the executor was shut down is dropped. */
  void post(T what) {
    posted.add(what);
    if (waiting.getAndIncrement() == 0) {
      schedule();
    }
  }

  private void schedule() {
    try {
      executor.execute(this::readSome);
    } catch (RejectedExecutionException e) {
      posted.clear(); // the process ends: no worker waits for this any more
    }
  }

  private void readSome() {
    int done = 0;
    List<T> next = take(AT_A_TIME);
    while (!next.isEmpty()) {
      reader.accept(next);
      done += next.size();
      next = take(AT_A_TIME - done);
    }
    if (waiting.addAndGet(-done) > 0) {
      schedule();
    }
  }

  private List<T> take(int most) {
    T next = most > 0 ? posted.poll() : null;
    if (next == null) {
      return List.of();
    }
    List<T> taken = new ArrayList<>();
    while (next != null) {
      taken.add(next);
      next = taken.size() < most ? posted.poll() : null;
    }
    return taken;
  }
}

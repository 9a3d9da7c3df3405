package io.twinbus.receiver.runtime;

import io.twinbus.receiver.session.WorkerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The ends of one worker's settlements, handed to it with whatever comes next.
 *
 * <p>While the worker is at something, or others are under way, it waits for none of them, and
 * waking it costs more than taking them in. Each is posted at last: when the worker turns idle, or
 * the last one under way ends. Thread-safe.
 */
final class SettledEvents {

  private final Consumer<WorkerEvent> mailbox;
  private final Queue<WorkerEvent> ended = new ConcurrentLinkedQueue<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean atWork;

  /** Posts to {@code mailbox} what does not go with anything else. */
  SettledEvents(Consumer<WorkerEvent> mailbox) {
    this.mailbox = mailbox;
  }

  /** A settlement begins; {@link #ended} follows. */
  void begun() {
    underWay.incrementAndGet();
  }

  /** The settlement of {@code copy} has ended, well or not. */
  void ended(long copy) {
    ended.add(new WorkerEvent.Settled(copy));
    underWay.decrementAndGet();
    postIfAwaited();
  }

  /** All that have ended meanwhile, and {@code events} after them. */
  List<WorkerEvent> with(List<WorkerEvent> events) {
    WorkerEvent next = ended.poll();
    if (next == null) {
      return events;
    }
    List<WorkerEvent> all = new ArrayList<>();
    for (; next != null; next = ended.poll()) {
      all.add(next);
    }
    all.addAll(events);
    return all;
  }

  /** Whether the worker is handed another event soon, whatever becomes of its settlements. */
  void workerIsAtWork(boolean atWork) {
    this.atWork = atWork;
    postIfAwaited();
  }

  /** Looks after writing what the other side writes before it looks: so none is left behind. */
  private void postIfAwaited() {
    while (!atWork && underWay.get() == 0) {
      WorkerEvent next = ended.poll();
      if (next == null) {
        return;
      }
      mailbox.accept(next);
    }
  }
}

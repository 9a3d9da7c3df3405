package io.twinbus.local.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Holds output back until the changes before it are kept.
 *
 * <p>Also what tells of no change of its own waits behind the changes that its sender may have
 * seen: nobody learns of something that a kill could still undo.
 */
public final class HoldingOutbox implements Outbox {
  private record Held(long group, Runnable output) {}

  private final DataDirectory data;
  private final LongSupplier newestGroup;
  private final Executor thread;
  private final Deque<Held> held = new ArrayDeque<>();

  /**
   * An outbox that is used on {@code thread} only.
   *
   * @param newestGroup hands over what has changed, and answers the number of the newest group
   */
  public HoldingOutbox(DataDirectory data, LongSupplier newestGroup, Executor thread) {
    this.data = data;
    this.newestGroup = newestGroup;
    this.thread = thread;
  }

  @Override
  public void send(Runnable output) {
    long group = newestGroup.getAsLong();
    if (held.isEmpty() && data.isKept(group)) {
      output.run();
      return;
    }
    held.add(new Held(group, output));
    if (held.size() == 1) {
      awaitFirst();
    }
  }

  private void awaitFirst() {
    data.whenKept(held.element().group(), () -> thread.execute(this::release));
  }

  private void release() {
    while (!held.isEmpty() && data.isKept(held.element().group())) {
      held.remove().output().run();
    }
    if (!held.isEmpty()) {
      awaitFirst();
    }
  }
}

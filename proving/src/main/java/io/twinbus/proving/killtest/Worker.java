package io.twinbus.proving.killtest;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A thread that works against the stack until a call fails, because the stack was killed. */
abstract class Worker extends Thread {
  private final AtomicBoolean killed;
  private volatile @Nullable RuntimeException failure;

  Worker(String name, AtomicBoolean killed) {
    super(name);
    this.killed = killed;
    setDaemon(true);
  }

  /** Works until the stack is killed; a call that fails ends it. */
  abstract void work();

  final boolean goesOn() {
    return !killed.get();
  }

  @Override
  public final void run() {
    try {
      work();
    } catch (RuntimeException e) {
      if (!killed.get()) {
        failure = e;
      }
    }
  }

  /** What ended it although nobody had killed the stack; null: nothing. */
  final @Nullable RuntimeException failure() {
    return failure;
  }
}

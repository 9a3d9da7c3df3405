package io.twinbus.rehearsal.terminal;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the process alive. */
public final class Daemons {

  private Daemons() {}

  /** Makes daemon threads of that name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}

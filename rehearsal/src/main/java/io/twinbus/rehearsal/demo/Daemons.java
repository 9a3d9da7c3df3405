package io.twinbus.rehearsal.demo;

/** Threads that do not keep the process alive. */
final class Daemons {

  private Daemons() {}

  static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "demo");
    thread.setDaemon(true);
    return thread;
  }
}

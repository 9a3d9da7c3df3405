package io.twinbus.local.storage;

/**
 * The way out of an endpoint: what is sent leaves in its order, and not before everything that it
 * may tell about is kept.
 *
 * <p>One belongs to one connection or event loop and is used on its thread only.
 */
public interface Outbox {

  /** For data in memory: everything leaves at once. */
  Outbox IMMEDIATE = Runnable::run;

  /** Runs {@code output} on this thread, now or when what was changed until now is kept. */
  void send(Runnable output);
}

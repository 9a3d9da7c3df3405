package io.twinbus.sender.settings;

/** When the journal forces its records to the disk. */
public enum Fsync {
  /**
   * Before a group of messages counts as durable. Survives a loss of power. Cost: one forced write
   * for each group; all messages that arrive meanwhile share the next one.
   */
  EACH,
  /**
   * Once in an interval. Survives every end of the process. Cost: a loss of power loses the
   * messages that were acknowledged within the interval, and the sessions get fresh streams.
   */
  INTERVAL,
  /** When the operating system does. As {@link #INTERVAL}, but up to half a minute may be lost. */
  NEVER
}

package io.twinbus.sender;

/** When the journal forces what it wrote to the disk. */
public enum Fsync {
  /**
   * Before each group of messages counts as durable: survives a loss of power. Costs a forced write
   * a group, which all messages that came meanwhile share.
   */
  EACH,
  /**
   * Once in an interval. Survives the end of the process, however it ends. Costs, with the
   * machine's power: what was acknowledged within the interval, and the sessions' streams begin
   * anew.
   */
  INTERVAL,
  /** When the operating system likes. As the interval, but the loss may be half a minute's. */
  NEVER
}

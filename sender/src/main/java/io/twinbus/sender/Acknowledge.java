package io.twinbus.sender;

/** When a message's receipt is handed out. */
public enum Acknowledge {
  /**
   * As soon as one region has the message; the other copies go on being delivered. Costs: what only
   * that region had is lost if it never comes back.
   */
  ANY,
  /** When every region has the message. Costs: nobody can send while a region is down. */
  ALL
}

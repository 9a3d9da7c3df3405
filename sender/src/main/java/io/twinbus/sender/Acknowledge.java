package io.twinbus.sender;

/** When a message's receipt is handed out. */
public enum Acknowledge {
  /**
   * As soon as one region has the message; the other copies go on being delivered. Costs: what only
   * that region had is lost if it never comes back.
   */
  ANY,
  /**
   * As soon as the journal has it durably, as its {@link JournalSettings#fsync} says; also while no
   * region can be reached. A message with an {@link ExplicitSequence} is acknowledged like any,
   * since whoever numbers it must hear of its failure. Costs: what is not delivered yet is lost
   * with the machine's disk.
   */
  JOURNAL,
  /** When every region has the message. Costs: nobody can send while a region is down. */
  ALL
}

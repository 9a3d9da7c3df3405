package io.twinbus.sender.settings;

/** The moment at which a message's receipt is handed out. */
public enum Acknowledge {
  /**
   * As soon as one region has the message; the sender goes on to deliver the other copies. Cost: a
   * message that only one region has is lost if that region never comes back.
   */
  ANY,
  /**
   * As soon as the message is durable in the journal, as {@link JournalSettings#fsync} says; also
   * while no region can be reached. A message with an {@link
   * io.twinbus.sender.message.ExplicitSequence} is acknowledged as with {@link #ANY}, because its
   * application must learn of a failure. Cost: undelivered messages are lost with the machine's
   * disk.
   */
  JOURNAL,
  /** When every region has the message. Cost: no message can be sent while a region is down. */
  ALL
}

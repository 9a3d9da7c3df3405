package io.twinbus.receiver.broker;

/** What came of asking for a session. */
public sealed interface AcceptOutcome {

  /** The session is locked for this receiver. */
  record Accepted(BrokerSession session) implements AcceptOutcome {}

  /** No session has messages to give. */
  record None() implements AcceptOutcome {}

  /** The broker could not be asked; {@code why} is for logs. */
  record Unavailable(String why) implements AcceptOutcome {}
}

package io.twinbus.local.servicebus.broker.admission;

/** What an entity tells of the message ids that it remembers, so that they outlive the process. */
public interface SeenIdJournal {

  /** A message id is remembered from now on. */
  void remembered(SeenId seen);

  /** A message id is remembered no longer. */
  void forgotten(String messageId);
}

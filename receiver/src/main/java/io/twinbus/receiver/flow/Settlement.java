package io.twinbus.receiver.flow;

/** What to do with a broker copy. */
public sealed interface Settlement {

  /** Remove it: its end state is in the ledger. */
  record Complete() implements Settlement {}

  /** Move it to the dead-letter queue. */
  record DeadLetter(String reason, String description) implements Settlement {}
}

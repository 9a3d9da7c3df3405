package io.twinbus.receiver.broker;

/** What to do with a broker copy. */
public sealed interface Settlement {

  /** Why it is not simply removed; empty where it is. */
  String why();

  /** Remove it: its end state is in the ledger. */
  record Complete() implements Settlement {
    @Override
    public String why() {
      return "";
    }
  }

  /** Move it to the dead-letter queue. */
  record DeadLetter(String reason, String description) implements Settlement {
    @Override
    public String why() {
      return reason + ": " + description;
    }
  }
}

package io.twinbus.ledger.store;

/** What a count of the documents found that have the cursors of explicit streams. */
public sealed interface ExplicitStreamsOutcome {

  /**
   * The count.
   *
   * @param documents how many session records and cold streams' documents have such a cursor
   * @param bytes about how large they are together, judged by a sample
   */
  record Counted(long documents, long bytes) implements ExplicitStreamsOutcome {}

  /** The count failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements ExplicitStreamsOutcome {}
}

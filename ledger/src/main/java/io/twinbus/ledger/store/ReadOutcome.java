package io.twinbus.ledger.store;

/**
 * What a read of one document found: a session record, a message record, or the directive.
 *
 * @param <R> the document
 */
public sealed interface ReadOutcome<R> {

  /** The document as it stands. */
  record Found<R>(R record, Version version) implements ReadOutcome<R> {}

  /** There is no such document. */
  record Absent<R>() implements ReadOutcome<R> {}

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown<R>(String why) implements ReadOutcome<R> {}
}

package io.twinbus.ledger;

/**
 * A document of the ledger that is written conditionally, and carries the mark of its last write.
 */
public interface LedgerDocument {

  /** The mark of the write that made the document what it is. */
  WriteMark stamp();
}

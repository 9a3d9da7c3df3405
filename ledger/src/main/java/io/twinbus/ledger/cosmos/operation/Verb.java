package io.twinbus.ledger.cosmos.operation;

/** What is asked of the container. */
public enum Verb {
  /** A point read. */
  READ,
  /** A write where there is nothing. */
  CREATE,
  /** A write over one version. */
  REPLACE,
  /** A page of a query. */
  QUERY
}

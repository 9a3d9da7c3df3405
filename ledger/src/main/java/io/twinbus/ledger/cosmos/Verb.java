package io.twinbus.ledger.cosmos;

/** What is asked of the container. */
enum Verb {
  READ,
  CREATE,
  REPLACE,
  QUERY
}

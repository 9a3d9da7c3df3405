package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.store.Database;
import io.twinbus.local.cosmos.store.DocumentStore;

/** Where a request is carried out: a region, and its copy of the documents. */
record Seat(String region, DocumentStore store) {
  InDatabase in(Database database) {
    return new InDatabase(region, database);
  }

  /** A database in a region. */
  record InDatabase(String region, Database database) {}
}

package io.twinbus.ops.ledger;

import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.SessionStore;

/**
 * A ledger that a command may ask.
 *
 * <p>Thread-safe as its parts are.
 *
 * @param sessions single records
 * @param leases the instances' signs of life
 * @param queries listings
 * @param closing what to do when the command has its answer
 */
public record OpenLedger(
    SessionStore sessions, LeaseStore leases, LedgerQueries queries, Runnable closing)
    implements AutoCloseable {

  @Override
  public void close() {
    closing.run();
  }
}

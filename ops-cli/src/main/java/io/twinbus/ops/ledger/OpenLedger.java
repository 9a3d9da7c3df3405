package io.twinbus.ops.ledger;

import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import java.util.function.DoubleSupplier;

/**
 * An open ledger, as commands use it.
 *
 * <p>Thread-safe as its parts are.
 *
 * @param sessions single records
 * @param messages the records of single messages
 * @param leases the instances' signs of life
 * @param directives what operators want of the regions
 * @param queries listings
 * @param cost the request units so far
 * @param closing what to do when the command has its answer
 */
public record OpenLedger(
    SessionStore sessions,
    MessageStore messages,
    LeaseStore leases,
    DirectiveStore directives,
    LedgerQueries queries,
    DoubleSupplier cost,
    Runnable closing)
    implements AutoCloseable {

  @Override
  public void close() {
    closing.run();
  }
}

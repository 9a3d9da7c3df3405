package io.twinbus.ops.ledger;

import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import java.util.function.DoubleSupplier;

/**
 * A ledger that a command may ask.
 *
 * <p>Thread-safe as its parts are.
 *
 * @param sessions single records
 * @param messages the message records beside them
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

package io.twinbus.ops.ledger;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * An open ledger, as commands use it.
 *
 * <p>Thread-safe as its parts are.
 *
 * @param sessions single records
 * @param messages the records of single messages
 * @param instances the instances' leases and vitals, and what operators want of them
 * @param queries listings
 * @param audit what operators did
 * @param ids the form in which it keeps ids
 * @param erasure erases what stands beside the record of a forgotten session
 * @param deployment whose ledger it is, where it says so
 * @param cost the request units so far
 * @param closing what to do when the command has its answer
 */
public record OpenLedger(
    SessionStore sessions,
    MessageStore messages,
    InstanceStores instances,
    LedgerQueries queries,
    AuditStore audit,
    RecordedIds ids,
    SessionErasure erasure,
    Supplier<Optional<Deployment>> deployment,
    DoubleSupplier cost,
    Runnable closing)
    implements AutoCloseable {

  /** A ledger that keeps clear ids, and nothing beside its session records. */
  public OpenLedger(
      SessionStore sessions,
      MessageStore messages,
      InstanceStores instances,
      LedgerQueries queries,
      AuditStore audit,
      Supplier<Optional<Deployment>> deployment,
      DoubleSupplier cost,
      Runnable closing) {
    this(
        sessions,
        messages,
        instances,
        queries,
        audit,
        RecordedIds.CLEAR,
        SessionErasure.NOTHING,
        deployment,
        cost,
        closing);
  }

  @Override
  public void close() {
    closing.run();
  }
}

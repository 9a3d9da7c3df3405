package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceLease;
import java.util.concurrent.CompletionStage;

/**
 * The port to the instance leases: one small partition.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface LeaseStore {

  /** Reads all leases. */
  CompletionStage<LeasesOutcome> readAll();

  /** Writes a lease where there is none of that instance. */
  CompletionStage<WriteOutcome> create(InstanceLease lease);

  /** Writes over the lease that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version);
}

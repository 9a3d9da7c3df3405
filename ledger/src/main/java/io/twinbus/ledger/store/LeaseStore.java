package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The port to the instance leases: small documents in one partition, strongly consistent.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface LeaseStore {

  /** How many instances {@link #readSome} takes at a time. */
  int MOST_AT_ONCE = 64;

  /** Reads the beats of all leases. */
  CompletionStage<BeatsOutcome> readAll();

  /**
   * Reads the beats of {@code instances}; those without a lease are not in the answer.
   *
   * @param instances at most {@value #MOST_AT_ONCE}
   */
  CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances);

  /** Reads one lease with its version. */
  CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance);

  /** Writes a lease where there is none of that instance. */
  CompletionStage<WriteOutcome> create(InstanceLease lease);

  /** Writes over the lease that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version);
}

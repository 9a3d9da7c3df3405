package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.MonotonicTime;

/** What an instance does next for its own lease. */
public sealed interface LeaseStep {

  /** Create the lease document; then {@link LeaseRenewal#onWritten}. */
  record Create(InstanceLease lease) implements LeaseStep {}

  /** Renew the lease document; then {@link LeaseRenewal#onWritten}. */
  record Replace(InstanceLease lease, Version version) implements LeaseStep {}

  /**
   * Read the lease document, to find out what became of a write; then {@link LeaseRenewal#onRead}.
   */
  record Read() implements LeaseStep {}

  /** Nothing to do before {@code until}. */
  record Rest(MonotonicTime until) implements LeaseStep {}

  /** The lease is lost: stop everything; go on only under a new instance id. */
  record Lost(String why) implements LeaseStep {}
}

package io.twinbus.ledger.store;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceLease;
import java.util.List;
import java.util.Optional;

/** What a read of all instance leases found. */
public sealed interface LeasesOutcome {

  /** All leases on record, and beside them what operators want of the regions, if they ever did. */
  record Found(List<Stored> leases, Optional<Directive> directive) implements LeasesOutcome {

    /** Copies {@code leases}. */
    public Found {
      leases = List.copyOf(leases);
    }

    /** Leases without any directive. */
    public Found(List<Stored> leases) {
      this(leases, Optional.empty());
    }
  }

  /** A lease and its version. */
  record Stored(InstanceLease lease, Version version) {}

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown(String why) implements LeasesOutcome {}
}

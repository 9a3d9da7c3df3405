package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceLease;
import java.util.List;

/** What a read of all instance leases found. */
public sealed interface LeasesOutcome {

  /** All leases on record. */
  record Found(List<Stored> leases) implements LeasesOutcome {

    /** Copies {@code leases}. */
    public Found {
      leases = List.copyOf(leases);
    }
  }

  /** A lease and its version. */
  record Stored(InstanceLease lease, Version version) {}

  /** The read failed and says nothing; {@code why} is for logs. */
  record Unknown(String why) implements LeasesOutcome {}
}

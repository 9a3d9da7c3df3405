package io.twinbus.testkit.ledger.faults;

import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.concurrent.CompletionStage;

/** A lease store in the weather of a {@link FaultSchedule}. Thread-safe. */
public final class FaultyLeaseStore implements LeaseStore {

  private final LeaseStore store;
  private final FaultSchedule faults;

  /** Decorates {@code store}. */
  public FaultyLeaseStore(LeaseStore store, FaultSchedule faults) {
    this.store = store;
    this.faults = faults;
  }

  @Override
  public CompletionStage<LeasesOutcome> readAll() {
    return faults.read(store::readAll, new LeasesOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> create(InstanceLease lease) {
    return faults.write(() -> store.create(lease), new WriteOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
    return faults.write(
        () -> store.replace(lease, version), new WriteOutcome.Unknown("injected fault"));
  }
}

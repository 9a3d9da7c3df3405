package io.twinbus.testkit.ledger.faults;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Set;
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
  public CompletionStage<BeatsOutcome> readAll() {
    return faults.read(store::readAll, new BeatsOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
    return faults.read(() -> store.readSome(instances), new BeatsOutcome.Unknown("injected fault"));
  }

  @Override
  public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
    return faults.read(() -> store.read(instance), new ReadOutcome.Unknown<>("injected fault"));
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

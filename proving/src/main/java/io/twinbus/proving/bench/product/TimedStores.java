package io.twinbus.proving.bench.product;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The stores of leases, vitals and directive, during whose requests virtual time stands still. */
final class TimedStores {

  private TimedStores() {}

  static InstanceStores of(InstanceStores stores, VirtualTime time) {
    return new InstanceStores(
        new Leases(stores.leases(), time),
        new Vitals(stores.vitals(), time),
        new Directives(stores.directives(), time));
  }

  private record Leases(LeaseStore store, VirtualTime time) implements LeaseStore {

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      return time.request(store.readAll());
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      return time.request(store.readSome(instances));
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      return time.request(store.read(instance));
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease lease) {
      return time.request(store.create(lease));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
      return time.request(store.replace(lease, version));
    }
  }

  private record Vitals(VitalsStore store, VirtualTime time) implements VitalsStore {

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      return time.request(store.readAll());
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      return time.request(store.put(vitals));
    }
  }

  private record Directives(DirectiveStore store, VirtualTime time) implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      return time.request(store.read());
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive directive) {
      return time.request(store.create(directive));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
      return time.request(store.replace(directive, version));
    }
  }
}

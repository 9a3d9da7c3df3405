package io.twinbus.ops.unit;

import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What instances tell, in memory. */
record VitalsDouble(List<InstanceVitals> vitals) implements VitalsStore {

  @Override
  public CompletionStage<VitalsOutcome> readAll() {
    return CompletableFuture.completedFuture(new VitalsOutcome.Found(vitals));
  }

  @Override
  public CompletionStage<WriteOutcome> put(InstanceVitals told) {
    throw new AssertionError("A command that shows must not write.");
  }
}

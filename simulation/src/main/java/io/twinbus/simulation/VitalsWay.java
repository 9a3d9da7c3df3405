package io.twinbus.simulation;

import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The way of one receiver process to the vitals in the simulated ledger. Not thread-safe. */
record VitalsWay(World world, ReceiverProcess process) implements VitalsStore {

  @Override
  public CompletionStage<VitalsOutcome> readAll() {
    CompletableFuture<VitalsOutcome> answer = new CompletableFuture<>();
    world.ledger().readVitals(process, answer::complete);
    return answer;
  }

  @Override
  public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
    CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
    world.ledger().writeVitals(process, vitals, answer::complete);
    return answer;
  }
}

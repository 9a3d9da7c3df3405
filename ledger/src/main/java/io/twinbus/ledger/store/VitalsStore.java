package io.twinbus.ledger.store;

import io.twinbus.ledger.InstanceVitals;
import java.util.concurrent.CompletionStage;

/**
 * The port to what instances tell about themselves.
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface VitalsStore {

  /** Reads what every instance tells. */
  CompletionStage<VitalsOutcome> readAll();

  /** Reads what those instances tell that wait for sessions of others. */
  default CompletionStage<VitalsOutcome> readWanting() {
    return readAll().thenApply(VitalsOutcome::wanting);
  }

  /** Writes over what the instance has told before, if anything; never a conflict. */
  CompletionStage<WriteOutcome> put(InstanceVitals vitals);
}

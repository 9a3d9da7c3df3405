package io.twinbus.testkit.ledger.faults;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What happens to one operation between a caller and a store.
 *
 * <p>Implementations are thread-safe.
 */
public interface StoreFault {

  /**
   * Carries one operation.
   *
   * @param operation performs it on the store
   * @param unknown what a caller is told who is not told the outcome
   */
  <O> CompletionStage<O> carry(Supplier<CompletionStage<O>> operation, O unknown);
}

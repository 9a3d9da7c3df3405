package io.twinbus.testkit.ledger.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The operation never reaches the store, and the caller is told nothing. Thread-safe. */
public final class DropRequest implements StoreFault {

  @Override
  public <O> CompletionStage<O> carry(Supplier<CompletionStage<O>> operation, O unknown) {
    return CompletableFuture.completedStage(unknown);
  }
}

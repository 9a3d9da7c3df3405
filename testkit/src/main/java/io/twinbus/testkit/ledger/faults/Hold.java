package io.twinbus.testkit.ledger.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The operation waits on its way to the store, and the caller with it, until somebody says {@link
 * #release}. Thread-safe.
 */
public final class Hold implements StoreFault {

  private final CompletableFuture<Boolean> gate = new CompletableFuture<>();

  @Override
  public <O> CompletionStage<O> carry(Supplier<CompletionStage<O>> operation, O unknown) {
    return gate.thenCompose(open -> operation.get());
  }

  /** Lets the operation reach the store, on this thread; once is enough. */
  public void release() {
    gate.complete(true);
  }
}

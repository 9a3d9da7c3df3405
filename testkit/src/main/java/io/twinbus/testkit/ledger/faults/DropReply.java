package io.twinbus.testkit.ledger.faults;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The store carries the operation out, and the caller is told nothing. Thread-safe. */
public final class DropReply implements StoreFault {

  @Override
  public <O> CompletionStage<O> carry(Supplier<CompletionStage<O>> operation, O unknown) {
    return operation.get().thenApply(outcome -> unknown);
  }
}

package io.twinbus.receiver.runtime;

import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ledger operations that answer within a bound, whatever the store does: what is late or fails is
 * unknown.
 *
 * @param bound how long an operation may take
 */
record Bounded(Duration bound) {

  <R> CompletableFuture<ReadOutcome<R>> read(Supplier<CompletionStage<ReadOutcome<R>>> operation) {
    return within(operation, ReadOutcome.Unknown::new);
  }

  CompletableFuture<VersionsOutcome> versions(
      Supplier<CompletionStage<VersionsOutcome>> operation) {
    return within(operation, VersionsOutcome.Unknown::new);
  }

  CompletableFuture<WriteOutcome> write(Supplier<CompletionStage<WriteOutcome>> operation) {
    return within(operation, WriteOutcome.Unknown::new);
  }

  CompletableFuture<LeasesOutcome> leases(Supplier<CompletionStage<LeasesOutcome>> operation) {
    return within(operation, LeasesOutcome.Unknown::new);
  }

  private <T> CompletableFuture<T> within(
      Supplier<? extends CompletionStage<T>> operation, Function<String, ? extends T> unknown) {
    CompletableFuture<T> answer;
    try {
      answer = operation.get().toCompletableFuture().copy();
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(unknown.apply(String.valueOf(e)));
    }
    return answer
        .orTimeout(bound.toMillis(), TimeUnit.MILLISECONDS)
        .handle((outcome, error) -> outcome != null ? outcome : unknown.apply(why(error)));
  }

  private String why(@Nullable Throwable error) {
    if (error instanceof TimeoutException) {
      return "no answer within " + bound.toMillis() + " ms";
    }
    return error == null ? "no answer" : String.valueOf(error);
  }
}

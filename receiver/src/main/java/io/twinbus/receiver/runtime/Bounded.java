package io.twinbus.receiver.runtime;

import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ledger operations that answer within a bound, whatever the store does: what is late or fails is
 * unknown.
 *
 * @param bound how long an operation may take
 * @param deadlines who gives up what takes longer
 */
record Bounded(Duration bound, Deadlines deadlines) {

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

  CompletableFuture<BeatsOutcome> beats(Supplier<CompletionStage<BeatsOutcome>> operation) {
    return within(operation, BeatsOutcome.Unknown::new);
  }

  CompletableFuture<VitalsOutcome> vitals(Supplier<CompletionStage<VitalsOutcome>> operation) {
    return within(operation, VitalsOutcome.Unknown::new);
  }

  private <T> CompletableFuture<T> within(
      Supplier<? extends CompletionStage<T>> operation, Function<String, ? extends T> unknown) {
    CompletionStage<T> stage;
    try {
      stage = Objects.requireNonNull(operation.get(), "no answer");
    } catch (RuntimeException | Error e) { // unheard, it would end the loop that asks
      return CompletableFuture.completedFuture(unknown.apply(String.valueOf(e)));
    }
    return deadlines
        .within(bound, stage)
        .handle((outcome, error) -> outcome != null ? outcome : unknown.apply(why(error)));
  }

  private String why(@Nullable Throwable error) {
    if (error instanceof TimeoutException) {
      return "no answer within " + bound.toMillis() + " ms";
    }
    return error == null ? "no answer" : String.valueOf(error);
  }
}

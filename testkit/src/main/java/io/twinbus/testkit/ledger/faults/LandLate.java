package io.twinbus.testkit.ledger.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller is told nothing at once, and the operation reaches the store only when somebody says
 * {@link #land}: a write of the past that arrives after its writer has read again.
 *
 * <p>One object strikes one operation. Thread-safe.
 */
public final class LandLate implements StoreFault {

  private @Nullable Supplier<? extends CompletionStage<?>> waiting;

  @Override
  public synchronized <O> CompletionStage<O> carry(
      Supplier<CompletionStage<O>> operation, O unknown) {
    if (waiting != null) {
      throw new IllegalStateException("This fault has struck already.");
    }
    waiting = operation;
    return CompletableFuture.completedStage(unknown);
  }

  /**
   * Lets the operation reach the store.
   *
   * @return the outcome that its caller never hears
   * @throws IllegalStateException when no operation was struck yet
   */
  public synchronized CompletionStage<?> land() {
    if (waiting == null) {
      throw new IllegalStateException("This fault has not struck yet.");
    }
    return waiting.get();
  }
}

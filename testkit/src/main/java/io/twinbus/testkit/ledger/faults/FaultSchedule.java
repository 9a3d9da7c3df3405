package io.twinbus.testkit.ledger.faults;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The faults that strike the operations to come, one an operation, in the order they were given;
 * after the last the weather is fine. Thread-safe.
 */
public final class FaultSchedule {

  private static final int MAX = 10_000;

  private final Queue<StoreFault> reads = new ArrayDeque<>();
  private final Queue<StoreFault> writes = new ArrayDeque<>();

  /** {@code fault} strikes the next read that no earlier one strikes. */
  public synchronized void strikeRead(StoreFault fault) {
    add(reads, fault);
  }

  /** {@code fault} strikes the next create or replace that no earlier one strikes. */
  public synchronized void strikeWrite(StoreFault fault) {
    add(writes, fault);
  }

  /** No fault that has not struck yet will. */
  public synchronized void heal() {
    reads.clear();
    writes.clear();
  }

  <O> CompletionStage<O> read(Supplier<CompletionStage<O>> operation, O unknown) {
    return carry(next(reads), operation, unknown);
  }

  <O> CompletionStage<O> write(Supplier<CompletionStage<O>> operation, O unknown) {
    return carry(next(writes), operation, unknown);
  }

  private static void add(Queue<StoreFault> queue, StoreFault fault) {
    if (queue.size() == MAX) {
      throw new IllegalStateException("A schedule holds at most " + MAX + " faults.");
    }
    queue.add(fault);
  }

  private synchronized Optional<StoreFault> next(Queue<StoreFault> queue) {
    return Optional.ofNullable(queue.poll());
  }

  private static <O> CompletionStage<O> carry(
      Optional<StoreFault> fault, Supplier<CompletionStage<O>> operation, O unknown) {
    return fault.isPresent() ? fault.get().carry(operation, unknown) : operation.get();
  }
}

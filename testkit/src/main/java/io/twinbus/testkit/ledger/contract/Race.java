package io.twinbus.testkit.ledger.contract;

import io.twinbus.ledger.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Writers that all write at the same moment. */
final class Race {

  private Race() {}

  /** The outcome of each of {@code writers} writes, by writer. */
  static List<WriteOutcome> run(int writers, IntFunction<CompletionStage<WriteOutcome>> write) {
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      CountDownLatch gun = new CountDownLatch(1);
      List<CompletableFuture<WriteOutcome>> runners =
          IntStream.range(0, writers)
              .mapToObj(
                  writer ->
                      CompletableFuture.supplyAsync(() -> started(gun, write, writer), threads))
              .toList();
      gun.countDown();
      return runners.stream().map(Outcomes::await).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static WriteOutcome started(
      CountDownLatch gun, IntFunction<CompletionStage<WriteOutcome>> write, int writer) {
    try {
      gun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The race was called off.", e);
    }
    return Outcomes.await(write.apply(writer));
  }
}

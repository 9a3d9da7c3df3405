package io.twinbus.receiver.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Bounds on the time that answers take, kept by a given timer.
 *
 * @param timer where a late answer is given up
 */
record Deadlines(ScheduledExecutorService timer) {

  /** The same answer, or a {@link TimeoutException} when it takes longer than {@code bound}. */
  <T> CompletableFuture<T> within(Duration bound, CompletionStage<T> stage) {
    CompletableFuture<T> answer = stage.toCompletableFuture().copy();
    if (answer.isDone()) {
      return answer;
    }
    Runnable giveUp = () -> answer.completeExceptionally(new TimeoutException());
    try {
      Future<?> deadline = timer.schedule(giveUp, bound.toNanos(), TimeUnit.NANOSECONDS);
      var unused = answer.whenComplete((outcome, error) -> deadline.cancel(false));
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(e); // the process ends
    }
    return answer;
  }
}

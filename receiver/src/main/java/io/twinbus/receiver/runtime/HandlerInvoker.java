package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls the application's handler, whatever it throws, and counts the calls.
 *
 * <p>Thread-safe.
 */
final class HandlerInvoker {

  private final SessionHandler handler;
  private final Clocks clocks;
  private final AtomicLong started = new AtomicLong();
  private final Map<Long, MonotonicTime> deadlines = new ConcurrentHashMap<>();

  HandlerInvoker(SessionHandler handler, Clocks clocks) {
    this.handler = handler;
    this.clocks = clocks;
  }

  /**
   * Starts a call; {@code returned} hears its outcome when it has really returned, once.
   *
   * @return the way to cancel it
   */
  Runnable start(Message message, Invocation invocation, Consumer<HandlerOutcome> returned) {
    long number = started.incrementAndGet();
    deadlines.put(number, clocks.now().monotonic().plus(invocation.timeout()));
    CompletableFuture<HandlerOutcome> call = call(message, invocation);
    var unused =
        call.whenComplete(
            (outcome, error) -> {
              deadlines.remove(number);
              returned.accept(outcome != null ? outcome : failed(error));
            });
    return () -> call.cancel(true);
  }

  /** Whether the handler could be called; completes within {@code bound}, never exceptionally. */
  CompletionStage<Boolean> isReachable(Duration bound) {
    try {
      return handler
          .isReachable()
          .toCompletableFuture()
          .copy()
          .completeOnTimeout(false, bound.toMillis(), TimeUnit.MILLISECONDS)
          .exceptionally(error -> false);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.completedFuture(false);
    }
  }

  /** How many calls were started. */
  long started() {
    return started.get();
  }

  /** How many calls have not returned. */
  int running() {
    return deadlines.size();
  }

  /** How many of those should have returned {@code grace} ago or earlier. */
  int overdue(Duration grace) {
    MonotonicTime now = clocks.now().monotonic();
    return (int)
        deadlines.values().stream()
            .filter(deadline -> now.isAtOrAfter(deadline.plus(grace)))
            .count();
  }

  private CompletableFuture<HandlerOutcome> call(Message message, Invocation invocation) {
    try {
      return handler.handle(message, invocation).toCompletableFuture();
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      return CompletableFuture.failedFuture(e); // the application's fault, not the worker's
    }
  }

  private static HandlerOutcome failed(@Nullable Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof CancellationException) {
      return new HandlerOutcome.EndUnknown(
          "The call was cancelled, and what it called may still be at work.");
    }
    return cause == null
        ? new HandlerOutcome.Retry("The handler answered nothing.", Optional.empty())
        : HandlerOutcome.failed(cause);
  }
}

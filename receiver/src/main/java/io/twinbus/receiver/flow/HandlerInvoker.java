package io.twinbus.receiver.flow;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final AtomicLong started = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();

  HandlerInvoker(SessionHandler handler) {
    this.handler = handler;
  }

  /**
   * Starts a call; {@code returned} hears its outcome when it has really returned, once.
   *
   * @return the way to cancel it
   */
  Runnable start(Message message, Invocation invocation, Consumer<HandlerOutcome> returned) {
    started.incrementAndGet();
    running.incrementAndGet();
    CompletableFuture<HandlerOutcome> call = call(message, invocation);
    var unused =
        call.whenComplete(
            (outcome, error) -> {
              running.decrementAndGet();
              returned.accept(outcome != null ? outcome : failed(error));
            });
    return () -> call.cancel(true);
  }

  /** How many calls were started. */
  long started() {
    return started.get();
  }

  /** How many calls have not returned. */
  int running() {
    return running.get();
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
      return new HandlerOutcome.Retry("The call was cancelled.", Optional.empty());
    }
    return new HandlerOutcome.Retry(
        cause == null ? "The handler answered nothing." : "The handler failed: " + cause,
        Optional.empty());
  }
}

package io.twinbus.receiver.handler;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A handler whose code may block: it runs on an executor of its own.
 *
 * <p>A cancelled call has its thread interrupted, and answers when it has really returned: until
 * then the session's claim is kept, so that no two calls of a session meet. Thread-safe.
 */
public final class BlockingHandler implements SessionHandler {

  /** Code that handles a message on the thread that calls it. */
  @FunctionalInterface
  public interface Code {

    /**
     * Handles {@code message}; may block. What it throws counts as {@link HandlerOutcome.Retry}.
     */
    HandlerOutcome handle(Message message, Invocation invocation) throws Exception;
  }

  private final SessionHandler handler;
  private final Executor executor;

  /** Runs {@code handler} on {@code executor}, which bounds how many calls run at a time. */
  public BlockingHandler(SessionHandler handler, Executor executor) {
    this.handler = handler;
    this.executor = executor;
  }

  /** {@code code} as a handler that answers with a stage; it still blocks the calling thread. */
  public static SessionHandler stages(Code code) {
    return (message, invocation) -> {
      try {
        return CompletableFuture.completedFuture(code.handle(message, invocation));
      } catch (Exception e) {
        return CompletableFuture.failedFuture(e);
      }
    };
  }

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    Call call = new Call();
    try {
      executor.execute(() -> call.run(handler, message, invocation));
    } catch (RejectedExecutionException e) {
      call.complete(
          new HandlerOutcome.Retry("The process has no room for the call.", Optional.empty()));
    }
    return call;
  }

  @Override
  public CompletionStage<Boolean> isReachable() {
    return handler.isReachable();
  }

  /** One call; cancelling it interrupts its thread and does not complete it. */
  private static final class Call extends CompletableFuture<HandlerOutcome> {

    private @Nullable Thread thread;
    private @Nullable CompletableFuture<HandlerOutcome> inner;
    private boolean begun;
    private boolean cancelled;

    void run(SessionHandler handler, Message message, Invocation invocation) {
      if (!begin()) {
        return;
      }
      try {
        CompletableFuture<HandlerOutcome> answer =
            handler.handle(message, invocation).toCompletableFuture();
        await(answer);
        var unused = answer.whenComplete(this::end);
      } catch (RuntimeException | Error e) {
        completeExceptionally(e);
      } finally {
        finish();
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      CompletableFuture<HandlerOutcome> running;
      boolean neverBegan;
      synchronized (this) {
        neverBegan = !begun;
        cancelled = true;
        running = inner;
        if (thread != null) {
          thread.interrupt();
        }
      }
      if (running != null) {
        running.cancel(true);
      }
      if (neverBegan) {
        complete(new HandlerOutcome.Retry("The call was cancelled.", Optional.empty()));
      }
      return false;
    }

    private void end(@Nullable HandlerOutcome outcome, @Nullable Throwable error) {
      if (outcome != null) {
        complete(outcome);
      } else {
        completeExceptionally(
            error == null ? new IllegalStateException("The handler answered nothing.") : error);
      }
    }

    private synchronized boolean begin() {
      begun = !cancelled;
      thread = begun ? Thread.currentThread() : null;
      return begun;
    }

    private synchronized void await(CompletableFuture<HandlerOutcome> answer) {
      inner = answer;
      if (cancelled) {
        answer.cancel(true);
      }
    }

    /** After this no cancel interrupts the executor's thread, which goes on to other calls. */
    private synchronized void finish() {
      thread = null;
      boolean unused = Thread.interrupted();
    }
  }
}

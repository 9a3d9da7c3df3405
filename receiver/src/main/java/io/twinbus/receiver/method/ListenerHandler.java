package io.twinbus.receiver.method;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.SessionHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls a method of the application for each message. Thread-safe. */
public final class ListenerHandler implements SessionHandler {

  /** The method, on its object; it throws what the method throws. */
  @FunctionalInterface
  public interface Target {

    /** Calls the method with {@code arguments}. */
    @Nullable Object invoke(Object[] arguments) throws Exception;
  }

  private final Target target;
  private final DescribedMethod method;
  private final ArgumentBinding arguments;
  private final ReturnBinding result;
  private final Clocks clocks;

  /**
   * A handler that calls {@code target}; {@code clocks} measure how long its calls may still take.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when {@code method} cannot handle
   *     messages, with a sentence that names it
   */
  public ListenerHandler(DescribedMethod method, Target target, Clocks clocks) {
    this.method = method;
    this.target = target;
    this.arguments = ArgumentBinding.of(method);
    this.result = ReturnBinding.of(method);
    this.clocks = clocks;
  }

  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    CallSession session = new CallSession(message, invocation, clocks);
    Call call = new Call(session);
    Object[] values;
    try {
      values = arguments.bind(message, session);
    } catch (IOException e) {
      call.complete(
          new HandlerOutcome.DeadLetter(
              "UnreadableBody", "The body is not what the handler reads: " + e.getMessage()));
      return call;
    }
    call.begin(() -> target.invoke(values));
    return call;
  }

  /** One call; cancelling it tells the method, and does not complete it. */
  private final class Call extends CompletableFuture<HandlerOutcome> {

    private final CallSession session;
    private volatile @Nullable CompletableFuture<?> running;

    Call(CallSession session) {
      this.session = session;
    }

    void begin(Callable<@Nullable Object> code) {
      try {
        CompletableFuture<?> stage = result.stage(code.call());
        running = stage;
        var unused = stage.whenComplete(this::end);
      } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
        complete(method.thrown().outcome(e));
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      session.cancel();
      CompletableFuture<?> stage = running;
      if (stage != null) {
        stage.cancel(mayInterruptIfRunning);
      }
      return false;
    }

    private void end(@Nullable Object brought, @Nullable Throwable error) {
      Throwable cause =
          error instanceof CompletionException && error.getCause() != null
              ? error.getCause()
              : error;
      try {
        complete(cause == null ? answer(result.outcome(brought)) : method.thrown().outcome(cause));
      } catch (IllegalStateException e) {
        complete(method.thrown().outcome(e));
      }
    }

    private HandlerOutcome answer(Outcome outcome) {
      if (outcome instanceof Outcome.Retry retry) {
        return new HandlerOutcome.Retry(
            "The handler asked for a retry",
            Optional.of(retry.reason()).filter(reason -> !reason.isBlank()),
            retry.after());
      }
      if (outcome instanceof Outcome.DeadLetter dead) {
        return new HandlerOutcome.DeadLetter(dead.reason(), dead.description());
      }
      return new HandlerOutcome.Completed(session.change());
    }
  }
}

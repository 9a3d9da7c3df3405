package io.twinbus.receiver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What an application does with a message.
 *
 * <p>Calls for one session come one after the other, in order; calls for different sessions come at
 * the same time, so implementations are thread-safe. A stage that fails counts as {@link
 * HandlerOutcome.Retry}.
 *
 * <p>At its deadline, and when the session is lost or handed over late, a call is cancelled: its
 * future's {@code cancel} is called, and a blocking bean's thread is interrupted. What the call
 * answers within the handler grace (5 s) still counts, for its effect has happened; after a lost
 * session only {@link HandlerOutcome.Completed} does, and after a lost lease nothing. A plain
 * {@link java.util.concurrent.CompletableFuture} completes when it is cancelled, whatever becomes
 * of its work: that counts as {@link HandlerOutcome.EndUnknown}, and the next attempt carries a
 * higher token.
 */
@FunctionalInterface
public interface SessionHandler {

  /** Handles {@code message}; must not block the calling thread. */
  CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation);

  /**
   * Whether the handler could be called, tried without a message; must not block. With {@code
   * in-doubt: block} it is asked after an outage, before calls begin again. A handler within the
   * process is there.
   */
  default CompletionStage<Boolean> isReachable() {
    return CompletableFuture.completedFuture(true);
  }
}

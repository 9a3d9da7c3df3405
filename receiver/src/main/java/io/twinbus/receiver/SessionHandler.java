package io.twinbus.receiver;

import java.util.concurrent.CompletionStage;

/**
 * What an application does with a message.
 *
 * <p>Calls for one session come one after the other, in order; calls for different sessions come at
 * the same time, so implementations are thread-safe. A stage that fails counts as {@link
 * HandlerOutcome.Retry}. A cancelled call has its future cancelled (and, for blocking beans, its
 * thread interrupted); whatever it answers then is ignored.
 */
@FunctionalInterface
public interface SessionHandler {

  /** Handles {@code message}; must not block the calling thread. */
  CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation);
}

package io.twinbus.rehearsal.producer;

import io.twinbus.rehearsal.input.InputMessage;
import java.util.concurrent.CompletionStage;

/** Where messages are sent to. Implementations are thread-safe. */
@FunctionalInterface
public interface Outlet {

  /**
   * Sends {@code message}; blocks while too much is under way.
   *
   * @return completes when the message is safe, and exceptionally when it was not accepted
   */
  CompletionStage<?> send(InputMessage message);
}

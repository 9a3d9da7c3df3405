package io.twinbus.simulation;

import io.twinbus.receiver.HandlerOutcome;
import java.util.concurrent.CompletableFuture;

/**
 * A handler call as its receiver has it: cancelling it says so to the handler, which answers when
 * it likes. Not thread-safe.
 */
final class HandlerCall extends CompletableFuture<HandlerOutcome> {

  private Runnable onCancel = () -> {};

  void onCancel(Runnable heard) {
    onCancel = heard;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    onCancel.run();
    return false;
  }
}

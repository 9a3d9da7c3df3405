package io.twinbus.receiver.broker;

import java.util.concurrent.CompletionStage;

/**
 * The port to one region's session queue or subscription.
 *
 * <p>Implementations are thread-safe and never block the caller.
 */
public interface Broker extends AutoCloseable {

  /**
   * Accepts the next session that has messages and is not locked. The stage completes within the
   * broker's own bound; that there is none, and that the region is out of reach, are outcomes.
   */
  CompletionStage<AcceptOutcome> acceptNext();

  /** Closes every session and connection; blocks for a bounded time. */
  @Override
  void close();
}

package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosAsyncContainer;

/**
 * The container, for as long as the ledger is open.
 *
 * <p>The SDK goes on writing through a client that was closed; a ledger that its owner has closed
 * must not. Thread-safe.
 */
final class OpenContainer {

  private final CosmosAsyncContainer container;
  private volatile boolean closed;

  OpenContainer(CosmosAsyncContainer container) {
    this.container = container;
  }

  /**
   * The container.
   *
   * @throws IllegalStateException when the ledger is closed
   */
  CosmosAsyncContainer get() {
    if (closed) {
      throw new IllegalStateException("this process has closed its ledger");
    }
    return container;
  }

  void close() {
    closed = true;
  }
}

package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.protocol.time.Clocks;

/**
 * One container of the ledger and all that is asked of it, counted. Thread-safe.
 *
 * @param client the client that is closed with it
 * @param container the container
 * @param documents the operations on one document
 * @param queries the queries
 * @param meter what was asked
 * @param failures what failed
 */
record ContainerCalls(
    CosmosAsyncClient client,
    OpenContainer container,
    DocumentCalls documents,
    QueryCalls queries,
    OperationMeter meter,
    Failures failures)
    implements AutoCloseable {

  static ContainerCalls of(
      CosmosAsyncClient client, OpenContainer container, CosmosOptions options, Clocks clocks) {
    OperationMeter meter = new OperationMeter();
    Failures failures = new Failures(meter, new RefusalLog(clocks));
    return new ContainerCalls(
        client,
        container,
        new DocumentCalls(container, options.callTimeout(), meter, failures),
        new QueryCalls(container, options.queryTimeout(), meter, failures),
        meter,
        failures);
  }

  /** Several replaces in one request. */
  BulkCalls bulk(CosmosOptions options) {
    return new BulkCalls(container, options.callTimeout(), meter, failures);
  }

  /** The same operations for a check that waits for each answer. */
  BlockingCalls blocking() {
    return new BlockingCalls(documents);
  }

  /** Operations under way or yet to come end as unknown. */
  @Override
  public void close() {
    container.close();
    client.close();
  }
}

package io.twinbus.local.integration;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.models.CosmosContainerProperties;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A local account with the real SDK's client for it. */
final class Account implements AutoCloseable {
  static {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
  }

  final CosmosEndpoint endpoint;
  final CosmosClient client;
  final CosmosDatabase database;

  Account(CosmosEndpointOptions options) {
    this(CosmosEndpoint.start(options));
  }

  Account(CosmosEndpoint endpoint) {
    this.endpoint = endpoint;
    this.client = client(endpoint.key(), null);
    client.createDatabaseIfNotExists("twinbus");
    this.database = client.getDatabase("twinbus");
  }

  static Account calm() {
    return new Account(CosmosEndpointOptions.defaults());
  }

  CosmosClient client(String key, @Nullable ConsistencyLevel consistency) {
    return client(key, consistency, Duration.ofSeconds(5));
  }

  /** A client that gives an operation so long. */
  CosmosClient client(Duration patience) {
    return client(endpoint.key(), null, patience);
  }

  private CosmosClient client(
      String key, @Nullable ConsistencyLevel consistency, Duration patience) {
    return new CosmosClientBuilder()
        .endpoint(endpoint.endpoint())
        .key(key)
        .consistencyLevel(consistency)
        .gatewayMode(new GatewayConnectionConfig())
        .contentResponseOnWriteEnabled(true)
        .endToEndOperationLatencyPolicyConfig(
            new CosmosEndToEndOperationLatencyPolicyConfigBuilder(patience).build())
        .buildClient();
  }

  CosmosContainer container(String name) {
    return container(name, null);
  }

  CosmosContainer container(String name, @Nullable Integer defaultTtlSeconds) {
    CosmosContainerProperties properties = new CosmosContainerProperties(name, "/session");
    properties.setDefaultTimeToLiveInSeconds(defaultTtlSeconds);
    database.createContainerIfNotExists(properties);
    return database.getContainer(name);
  }

  @Override
  public void close() {
    client.close();
    endpoint.close();
  }
}

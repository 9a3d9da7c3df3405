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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A local account with the real SDK's client for it.
 *
 * <p>Registered as an extension it is one for all tests of a class: it is healed after each of
 * them, and closed after the last.
 */
final class Account implements AutoCloseable, AfterEachCallback, AfterAllCallback {
  /** What the SDK makes of a reply that never came. */
  static final Set<Integer> NO_REPLY = Set.of(0, 408, 410, 503);

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
    return client(key, consistency, Duration.ofSeconds(30));
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
  public void afterEach(ExtensionContext context) {
    endpoint.heal();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    client.close();
    endpoint.close();
  }
}

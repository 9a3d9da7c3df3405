package io.twinbus.local;

import io.twinbus.local.control.ControlServer;
import io.twinbus.local.control.ControlledStack;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.kept.NamespaceLog;
import io.twinbus.local.storage.DataDirectory;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A running stand-in for Azure: a Service Bus endpoint per region, one ledger, and a control
 * endpoint for faults.
 *
 * <p>Everything listens on loopback unless told otherwise; data lives in memory, or in a directory
 * if one is given. Thread-safe.
 */
public final class LocalStack implements AutoCloseable {
  private final Shutdown shutdown = new Shutdown();
  private final Map<String, ServiceBusEndpoint> regions = new LinkedHashMap<>();
  private final CosmosEndpoint ledger;
  private final ControlledStack controlled;
  private final ControlServer control;

  private LocalStack(LocalStackOptions options) {
    try {
      DataLocation location = options.data();
      DataDirectory data = location == null ? null : shutdown.stopFirst(location.open());
      startRegions(options, data);
      this.ledger =
          shutdown.stopFirst(
              data == null
                  ? CosmosEndpoint.start(options.ledger())
                  : CosmosEndpoint.start(options.ledger(), data));
      this.controlled = new ControlledStack(Collections.unmodifiableMap(regions), ledger);
      this.control =
          shutdown.stopFirst(
              ControlServer.start(options.controlAddress(), options.controlPort(), controlled));
    } catch (RuntimeException e) {
      shutdown.close();
      throw e;
    }
  }

  private void startRegions(LocalStackOptions options, @Nullable DataDirectory data) {
    List<ServiceBusEndpointOptions> wanted = options.regions();
    if (data != null) {
      NamespaceLog.checkRegions(
          data, wanted.stream().map(ServiceBusEndpointOptions::region).toList());
    }
    for (ServiceBusEndpointOptions region : wanted) {
      ServiceBusEndpoint endpoint =
          data == null ? ServiceBusEndpoint.start(region) : ServiceBusEndpoint.start(region, data);
      regions.put(region.region(), shutdown.stopFirst(endpoint));
    }
  }

  /**
   * Settings to start with: regions east and west with a session queue {@code orders}, on any free
   * ports.
   */
  public static LocalStackBuilder builder() {
    return new LocalStackBuilder();
  }

  /**
   * Starts a stack.
   *
   * @throws io.twinbus.local.network.PortTakenException if a port is taken; nothing is left running
   * @throws io.twinbus.local.storage.DataDirectoryException if the data directory cannot be used
   */
  public static LocalStack start(LocalStackOptions options) {
    return new LocalStack(options);
  }

  /** The Service Bus connection string of a region. */
  public String connectionString(String region) {
    return region(region).connectionString();
  }

  /** The URL for a Cosmos client's {@code endpoint}. */
  public String ledgerEndpoint() {
    return ledger.endpoint();
  }

  /** The key for a Cosmos client. */
  public String ledgerKey() {
    return ledger.key();
  }

  /** The URL for a {@link io.twinbus.local.control.ControlClient}. */
  public URI controlUrl() {
    return control.url();
  }

  /** The regions by name, in the order of the options. */
  public Map<String, ServiceBusEndpoint> regions() {
    return Collections.unmodifiableMap(regions);
  }

  /**
   * The Service Bus of a region.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public ServiceBusEndpoint region(String name) {
    ServiceBusEndpoint region = regions.get(name);
    if (region == null) {
      throw new IllegalArgumentException(
          "There is no region '"
              + name
              + "'; there are "
              + String.join(", ", regions.keySet())
              + ".");
    }
    return region;
  }

  /** The ledger. */
  public CosmosEndpoint ledger() {
    return ledger;
  }

  /** Ends every fault of every endpoint; what they did stays to be read. */
  public void heal() {
    controlled.heal();
  }

  /**
   * Makes the stack as new for the next test.
   *
   * <ul>
   *   <li>Every fault ends; what they did stays to be read.
   *   <li>Gone are the messages of all queues and subscriptions, whether active, locked, scheduled,
   *       deferred or dead, the states of sessions, what duplicate detection remembers, and all
   *       items of the ledger.
   *   <li>Entities, rules, databases and containers stay with their settings, whoever made them,
   *       and clients stay connected: an application goes on without noticing. A receiver that
   *       holds a session hears that its lock is lost.
   * </ul>
   *
   * <p>What a client sends while this runs may be gone, or there afterwards.
   */
  public void reset() {
    controlled.reset();
  }

  /** What clients need to connect, as one line of JSON. */
  public String toJson() {
    return StackJson.of(this);
  }

  /** Stops all endpoints and forgets what no directory keeps. */
  @Override
  public void close() {
    shutdown.close();
  }
}

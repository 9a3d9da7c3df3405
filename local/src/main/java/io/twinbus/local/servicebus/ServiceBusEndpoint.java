package io.twinbus.local.servicebus;

import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.transport.RegionServer;
import io.twinbus.local.storage.DataDirectory;
import java.time.Duration;
import java.util.List;

/**
 * The Service Bus namespace of one region, served over AMQP 1.0 on a local port.
 *
 * <p>The unmodified SDKs connect to {@link #connectionString()}. Messages live in memory and
 * survive outages, and with a data directory the process, too. Thread-safe.
 */
public final class ServiceBusEndpoint implements AutoCloseable {
  private final ServiceBusEndpointOptions options;
  private final RegionServer server;
  private final RegionFaults faults;

  private ServiceBusEndpoint(ServiceBusEndpointOptions options, RegionServer server) {
    this.options = options;
    this.server = server;
    this.faults = new RegionFaults(server);
  }

  /**
   * Starts an endpoint; it serves when this returns.
   *
   * @throws io.twinbus.local.network.PortTakenException when the port cannot be had
   */
  public static ServiceBusEndpoint start(ServiceBusEndpointOptions options) {
    return new ServiceBusEndpoint(options, RegionServer.start(options));
  }

  /**
   * Starts an endpoint with what a directory keeps of its region; what it acknowledges is kept.
   *
   * @throws io.twinbus.local.network.PortTakenException when the port cannot be had
   * @throws io.twinbus.local.storage.DataDirectoryException when messages of other entities are
   *     kept, or some cannot be read
   */
  public static ServiceBusEndpoint start(ServiceBusEndpointOptions options, DataDirectory data) {
    return new ServiceBusEndpoint(options, RegionServer.start(options, data));
  }

  /** The region's name. */
  public String region() {
    return options.region();
  }

  /** The port that it listens on; it never changes. */
  public int port() {
    return server.listener().port();
  }

  /** What a client builder needs to connect; any key is accepted. */
  public String connectionString() {
    return "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=local;SharedAccessKey=bG9jYWw=;UseDevelopmentEmulator=true"
        .formatted(port());
  }

  /** Begins an outage; one that lasts already is replaced. */
  public void outage(Outage mode) {
    server.listener().outage(mode);
  }

  /** Ends the outage: messages are as they were, the port is the same, clients come back. */
  public void restore() {
    server.listener().restore();
  }

  /**
   * Lets bytes take this long each way, from now on and in order; zero: no delay.
   *
   * @throws IllegalArgumentException if it is negative or above a minute
   */
  public void latency(Duration eachWay) {
    server.listener().latency(eachWay);
  }

  /** What breaks here on demand, beside the network. */
  public RegionFaults faults() {
    return faults;
  }

  /** Ends every fault: outage, latency and those of single operations. */
  public void heal() {
    faults.endAll();
    latency(Duration.ZERO);
    restore();
  }

  /** How much every queue holds at this moment, in the order of configuration. */
  public List<EntityCounts> counts() {
    return server.counts();
  }

  /** Applies at once what a clock of one's own has brought; otherwise within half a second. */
  public void tick() {
    server.tick();
  }

  @Override
  public void close() {
    server.close();
  }
}

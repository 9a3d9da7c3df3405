package io.twinbus.local.servicebus;

import io.twinbus.local.servicebus.transport.RegionServer;
import java.time.Duration;
import java.util.List;

/**
 * The Service Bus namespace of one region, served over AMQP 1.0 on a local port.
 *
 * <p>The unmodified SDKs connect to {@link #connectionString()}. Messages live in memory and
 * survive outages, not the process. Thread-safe.
 */
public final class ServiceBusEndpoint implements AutoCloseable {
  private final ServiceBusEndpointOptions options;
  private final RegionServer server;

  private ServiceBusEndpoint(ServiceBusEndpointOptions options, RegionServer server) {
    this.options = options;
    this.server = server;
  }

  /**
   * Starts an endpoint; it serves when this returns.
   *
   * @throws PortTakenException when the port cannot be had
   */
  public static ServiceBusEndpoint start(ServiceBusEndpointOptions options) {
    return new ServiceBusEndpoint(options, RegionServer.start(options));
  }

  /** The region's name. */
  public String region() {
    return options.region();
  }

  /** The port that it listens on; it never changes. */
  public int port() {
    return server.port();
  }

  /** What a client builder needs to connect; any key is accepted. */
  public String connectionString() {
    return "Endpoint=sb://%s:%d;SharedAccessKeyName=local;SharedAccessKey=bG9jYWw=;UseDevelopmentEmulator=true"
        .formatted(options.host(), port());
  }

  /** Begins an outage; one that lasts already is replaced. */
  public void outage(Outage mode) {
    server.begin(mode);
  }

  /** Ends the outage: messages are as they were, the port is the same, clients come back. */
  public void restore() {
    server.end();
  }

  /** Lets bytes take this long each way, from now on and in order; zero: no delay. */
  public void latency(Duration eachWay) {
    if (eachWay.isNegative()) {
      throw new InvalidEndpointSettingException("A latency cannot be negative.");
    }
    server.latency(eachWay);
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

package io.twinbus.local.servicebus;

import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.network.LocalCertificate;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to start the Service Bus endpoint of one region. Immutable, hence thread-safe.
 *
 * @param region the region's name, as it appears in error texts
 * @param address where it listens; default loopback
 * @param port of that address; default 0, which means any free one
 * @param entities the queues and topics there are; default one session queue, {@code orders}
 * @param access who may connect; default everybody
 * @param clock the wall clock for locks, schedules and expiry; default the system's
 * @param limits of silent connections; default {@link ConnectionLimits#defaults()}
 * @param tls the certificate for clients that speak TLS; plain ones are served at the same port.
 *     Default null: no TLS
 */
public record ServiceBusEndpointOptions(
    String region,
    InetAddress address,
    int port,
    NamespaceSettings entities,
    Access access,
    InstantSource clock,
    ConnectionLimits limits,
    @Nullable LocalCertificate tls) {

  /** Checks the values. */
  public ServiceBusEndpointOptions {
    if (region.isBlank()) {
      throw new InvalidEndpointSettingException("A region needs a name.");
    }
    if (port < 0 || port > 65_535) {
      throw new InvalidEndpointSettingException(
          "The port of region '" + region + "' must be 0 to 65535, and is " + port + ".");
    }
  }

  /** Options with all defaults. */
  public static ServiceBusEndpointOptions ofDefaults(String region) {
    return new ServiceBusEndpointOptions(
        region,
        InetAddress.getLoopbackAddress(),
        0,
        NamespaceSettings.ofQueues(QueueSettings.sessionQueue("orders")),
        Access.open(),
        InstantSource.system(),
        ConnectionLimits.defaults(),
        null);
  }

  /** The queues there are. */
  public List<QueueSettings> queues() {
    return entities.queues();
  }

  /**
   * The same at another address of this machine, such as the wildcard in a container, whose
   * loopback address no client outside of it reaches.
   */
  public ServiceBusEndpointOptions withAddress(InetAddress value) {
    return new ServiceBusEndpointOptions(region, value, port, entities, access, clock, limits, tls);
  }

  /** The same with another port. */
  public ServiceBusEndpointOptions withPort(int value) {
    return new ServiceBusEndpointOptions(
        region, address, value, entities, access, clock, limits, tls);
  }

  /** The same with other entities, which are queues. */
  public ServiceBusEndpointOptions withQueues(QueueSettings... values) {
    return withEntities(NamespaceSettings.ofQueues(values));
  }

  /** The same with other entities. */
  public ServiceBusEndpointOptions withEntities(NamespaceSettings values) {
    return new ServiceBusEndpointOptions(region, address, port, values, access, clock, limits, tls);
  }

  /** The same with another rule for who may connect. */
  public ServiceBusEndpointOptions withAccess(Access value) {
    return new ServiceBusEndpointOptions(
        region, address, port, entities, value, clock, limits, tls);
  }

  /** The same with another clock; call the endpoint's {@code tick()} after it has jumped. */
  public ServiceBusEndpointOptions withClock(InstantSource value) {
    return new ServiceBusEndpointOptions(
        region, address, port, entities, access, value, limits, tls);
  }

  /** The same, bearing with silent connections so long. */
  public ServiceBusEndpointOptions withLimits(ConnectionLimits value) {
    return new ServiceBusEndpointOptions(
        region, address, port, entities, access, clock, value, tls);
  }

  /** The same, for clients that speak TLS as well. */
  public ServiceBusEndpointOptions withTls(LocalCertificate value) {
    return new ServiceBusEndpointOptions(
        region, address, port, entities, access, clock, limits, value);
  }
}

package io.twinbus.local.servicebus;

import io.twinbus.local.network.ConnectionLimits;
import java.time.InstantSource;
import java.util.List;

/**
 * How to start the Service Bus endpoint of one region. Immutable, hence thread-safe.
 *
 * @param region the region's name, as it appears in error texts
 * @param port the loopback port; default 0, which means any free one
 * @param entities the queues and topics there are; default one session queue, {@code orders}
 * @param access who may connect; default everybody
 * @param clock the wall clock for locks, schedules and expiry; default the system's
 * @param limits of silent connections; default {@link ConnectionLimits#defaults()}
 */
public record ServiceBusEndpointOptions(
    String region,
    int port,
    NamespaceSettings entities,
    Access access,
    InstantSource clock,
    ConnectionLimits limits) {

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
        0,
        NamespaceSettings.ofQueues(QueueSettings.sessionQueue("orders")),
        Access.open(),
        InstantSource.system(),
        ConnectionLimits.defaults());
  }

  /** The queues there are. */
  public List<QueueSettings> queues() {
    return entities.queues();
  }

  /** The same with another port. */
  public ServiceBusEndpointOptions withPort(int value) {
    return new ServiceBusEndpointOptions(region, value, entities, access, clock, limits);
  }

  /** The same with other entities, which are queues. */
  public ServiceBusEndpointOptions withQueues(QueueSettings... values) {
    return withEntities(NamespaceSettings.ofQueues(values));
  }

  /** The same with other entities. */
  public ServiceBusEndpointOptions withEntities(NamespaceSettings values) {
    return new ServiceBusEndpointOptions(region, port, values, access, clock, limits);
  }

  /** The same with another rule for who may connect. */
  public ServiceBusEndpointOptions withAccess(Access value) {
    return new ServiceBusEndpointOptions(region, port, entities, value, clock, limits);
  }

  /** The same with another clock; call the endpoint's {@code tick()} after it has jumped. */
  public ServiceBusEndpointOptions withClock(InstantSource value) {
    return new ServiceBusEndpointOptions(region, port, entities, access, value, limits);
  }

  /** The same, bearing with silent connections so long. */
  public ServiceBusEndpointOptions withLimits(ConnectionLimits value) {
    return new ServiceBusEndpointOptions(region, port, entities, access, clock, value);
  }
}

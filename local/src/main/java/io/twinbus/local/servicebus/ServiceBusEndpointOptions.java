package io.twinbus.local.servicebus;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How to start the Service Bus endpoint of one region. Immutable, hence thread-safe.
 *
 * @param region the region's name, as it appears in error texts
 * @param port the loopback port; default 0, which means any free one
 * @param queues the queues there are; default one session queue, {@code orders}
 * @param clock the wall clock for locks, schedules and expiry; default the system's
 */
public record ServiceBusEndpointOptions(
    String region, int port, List<QueueSettings> queues, InstantSource clock) {

  /** Checks the values. */
  public ServiceBusEndpointOptions {
    if (region.isBlank()) {
      throw new InvalidEndpointSettingException("A region needs a name.");
    }
    if (port < 0 || port > 65_535) {
      throw new InvalidEndpointSettingException(
          "The port of region '" + region + "' must be 0 to 65535, and is " + port + ".");
    }
    Set<String> names = new HashSet<>();
    for (QueueSettings queue : queues) {
      if (!names.add(queue.key())) {
        throw new InvalidEndpointSettingException(
            "The queue '" + queue.name() + "' is configured twice.");
      }
    }
    queues = List.copyOf(queues);
  }

  /** Options with all defaults. */
  public static ServiceBusEndpointOptions ofDefaults(String region) {
    return new ServiceBusEndpointOptions(
        region, 0, List.of(QueueSettings.sessionQueue("orders")), InstantSource.system());
  }

  /** The same with another port. */
  public ServiceBusEndpointOptions withPort(int value) {
    return new ServiceBusEndpointOptions(region, value, queues, clock);
  }

  /** The same with other queues. */
  public ServiceBusEndpointOptions withQueues(QueueSettings... values) {
    return new ServiceBusEndpointOptions(region, port, List.of(values), clock);
  }

  /** The same with another clock; call {@link ServiceBusEndpoint#tick()} after it has jumped. */
  public ServiceBusEndpointOptions withClock(InstantSource value) {
    return new ServiceBusEndpointOptions(region, port, queues, value);
  }
}

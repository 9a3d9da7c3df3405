package io.twinbus.sender.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSenderClientBuilder;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;

/**
 * Opens links over the Azure SDK: one client, and so one connection, for each region.
 *
 * <p>The SDK does not retry, because the lanes would not see its attempts and pauses. Its try
 * timeout is the region's time budget. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class ServiceBusLinks implements RegionLinks {

  private final RegionClients clients;
  private final Map<EntitySettings, SmallestMessageLimit> limits = new ConcurrentHashMap<>();

  private ServiceBusLinks(RegionClients clients) {
    this.clients = clients;
  }

  /** Links that use the default Azure credential where a region has no connection string. */
  public static ServiceBusLinks withDefaultCredential() {
    return new ServiceBusLinks(RegionClients.withDefaultCredential());
  }

  /** Links that use {@code credential} where a region has no connection string. */
  public static ServiceBusLinks withCredential(TokenCredential credential) {
    return new ServiceBusLinks(RegionClients.withCredential(credential));
  }

  @Override
  public RegionLink open(RegionSettings region, EntitySettings entity, Duration timeBudget) {
    ServiceBusClientBuilder builder =
        clients
            .builder(region)
            .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(timeBudget));
    ServiceBusSenderClientBuilder sender = builder.sender();
    if (entity.isTopic()) {
      sender.topicName(entity.name());
    } else {
      sender.queueName(entity.name());
    }
    return new ServiceBusLink(
        region.name(),
        sender.buildAsyncClient(),
        limits.computeIfAbsent(entity, any -> new SmallestMessageLimit()),
        timeBudget);
  }
}

package io.twinbus.sender.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSenderClientBuilder;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.servicebus.PlainConnection;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import reactor.core.scheduler.Schedulers;

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
    return new ServiceBusLink(
        region.name(),
        new RenewedClient(
            region.name(),
            () -> client(region, entity, timeBudget),
            Clocks.system(),
            Schedulers.boundedElastic()::schedule),
        new RefusedConnections(PlainConnection.to(region)),
        limits.computeIfAbsent(entity, any -> new SmallestMessageLimit()),
        timeBudget);
  }

  /** A client with a connection of its own. */
  private ServiceBusSenderAsyncClient client(
      RegionSettings region, EntitySettings entity, Duration timeBudget) {
    ServiceBusSenderClientBuilder sender =
        clients
            .builder(region)
            .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(timeBudget))
            .sender();
    if (entity.isTopic()) {
      sender.topicName(entity.name());
    } else {
      sender.queueName(entity.name());
    }
    return sender.buildAsyncClient();
  }
}

package io.twinbus.sender.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSenderClientBuilder;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.runtime.RegionLink;
import io.twinbus.sender.runtime.RegionLinks;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Opens links over the Azure SDK: one client, and so one connection, for each region.
 *
 * <p>The SDK does not retry: it would do so out of sight of the lanes, with its own pauses. Its try
 * timeout is the region's time budget. Thread-safe.
 */
public final class ServiceBusLinks implements RegionLinks {

  private final Supplier<TokenCredential> credential;
  private final Map<EntitySettings, SmallestLimit> limits = new ConcurrentHashMap<>();

  private ServiceBusLinks(Supplier<TokenCredential> credential) {
    this.credential = credential;
  }

  /** Links that use the default Azure credential where a region has no connection string. */
  public static ServiceBusLinks withDefaultCredential() {
    return new ServiceBusLinks(() -> new DefaultAzureCredentialBuilder().build());
  }

  /** Links that use {@code credential} where a region has no connection string. */
  public static ServiceBusLinks withCredential(TokenCredential credential) {
    return new ServiceBusLinks(() -> credential);
  }

  @Override
  public RegionLink open(RegionSettings region, EntitySettings entity, Duration timeBudget) {
    ServiceBusClientBuilder builder =
        new ServiceBusClientBuilder()
            .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(timeBudget));
    address(builder, region);
    ServiceBusSenderClientBuilder sender = builder.sender();
    if (entity.isTopic()) {
      sender.topicName(entity.name());
    } else {
      sender.queueName(entity.name());
    }
    return new ServiceBusLink(
        region.name(),
        sender.buildAsyncClient(),
        limits.computeIfAbsent(entity, any -> new SmallestLimit()),
        timeBudget);
  }

  private void address(ServiceBusClientBuilder builder, RegionSettings region) {
    Secret connectionString = region.connectionString();
    if (connectionString == null) {
      builder.credential(region.endpoint(), credential.get());
      return;
    }
    try {
      builder.connectionString(connectionString.reveal());
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          "twinbus.regions.%s.connection-string is not one that Service Bus understands: it needs"
                  .formatted(region.name())
              + " Endpoint, SharedAccessKeyName and SharedAccessKey.");
    }
  }
}

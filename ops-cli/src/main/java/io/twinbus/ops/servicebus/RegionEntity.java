package io.twinbus.ops.servicebus;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationAsyncClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import com.azure.messaging.servicebus.administration.models.EntityStatus;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.TopicProperties;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * How a region's queue or subscription is set up, read through the namespace's management API. That
 * needs the right Manage: not to have it is an answer. Blocks for 10 s at most. Thread-safe.
 */
public final class RegionEntity {

  private static final Duration BOUND = Duration.ofSeconds(10);

  private final RegionSettings region;
  private final EntitySettings entity;

  /** The entity as {@code region} has it. */
  public RegionEntity(RegionSettings region, EntitySettings entity) {
    this.region = region;
    this.entity = entity;
  }

  /** Reads; what fails is an answer, too. */
  public EntityReading read() {
    try {
      EntityDescription.Settings found = settings().timeout(BOUND).blockOptional().orElseThrow();
      return new EntityReading.Described(
          new EntityDescription(region.name(), entity.inWords(), found));
    } catch (ResourceNotFoundException e) {
      return EntityReading.missing(entity, region.name());
    } catch (HttpResponseException e) {
      int status = e.getResponse() == null ? 0 : e.getResponse().getStatusCode();
      return EntityReading.unreadable(entity, region.name(), status);
    } catch (RuntimeException e) {
      return EntityReading.unreadable(entity, region.name(), 0);
    }
  }

  private Mono<EntityDescription.Settings> settings() {
    ServiceBusAdministrationAsyncClient client = client();
    return entity
        .subscription()
        .map(
            subscription ->
                Mono.zip(
                    client.getTopic(entity.name()),
                    client.getSubscription(entity.name(), subscription),
                    RegionEntity::of))
        .orElseGet(() -> client.getQueue(entity.name()).map(RegionEntity::of));
  }

  private ServiceBusAdministrationAsyncClient client() {
    var builder =
        new ServiceBusAdministrationClientBuilder()
            .retryOptions(new RetryOptions(new FixedDelayOptions(1, Duration.ofMillis(200))));
    if (region.connectionString() == null) {
      return builder
          .credential(
              Objects.requireNonNull(region.namespace(), "a region has one of the two"),
              new DefaultAzureCredentialBuilder().build())
          .buildAsyncClient();
    }
    String connection = region.connectionString().reveal();
    if (RegionQueue.isEmulator(connection)) {
      // The SDK asks every namespace over TLS; an emulator has none.
      URI where = URI.create("http://" + region.endpoint());
      builder.addPolicy(
          (context, next) -> {
            String file = context.getHttpRequest().getUrl().getFile();
            context.getHttpRequest().setUrl(where + file);
            return next.process();
          });
    }
    return builder.connectionString(connection).buildAsyncClient();
  }

  private static EntityDescription.Settings of(QueueProperties queue) {
    return new EntityDescription.Settings(
        queue.isSessionRequired(),
        queue.isDuplicateDetectionRequired(),
        queue.isPartitioningEnabled(),
        queue.getLockDuration(),
        queue.getMaxDeliveryCount(),
        queue.getDefaultMessageTimeToLive(),
        isGiving(queue.getStatus()));
  }

  private static EntityDescription.Settings of(
      TopicProperties topic, SubscriptionProperties subscription) {
    Duration shorter =
        topic.getDefaultMessageTimeToLive().compareTo(subscription.getDefaultMessageTimeToLive())
                < 0
            ? topic.getDefaultMessageTimeToLive()
            : subscription.getDefaultMessageTimeToLive();
    return new EntityDescription.Settings(
        subscription.isSessionRequired(),
        topic.isDuplicateDetectionRequired(),
        topic.isPartitioningEnabled(),
        subscription.getLockDuration(),
        subscription.getMaxDeliveryCount(),
        shorter,
        isGiving(subscription.getStatus()));
  }

  private static boolean isGiving(EntityStatus status) {
    return EntityStatus.ACTIVE.equals(status) || EntityStatus.SEND_DISABLED.equals(status);
  }
}

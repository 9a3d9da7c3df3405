package io.twinbus.servicebus;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationAsyncClient;
import com.azure.messaging.servicebus.administration.models.EntityStatus;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.TopicProperties;
import io.twinbus.protocol.entity.EntityDescription;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;

/**
 * Reads how a region's entity is set up, through the namespace's management API over HTTP.
 *
 * <p>That needs the right Manage (Azure Service Bus Data Owner), which receivers and operators need
 * not have: not being allowed is an answer. A connection string for an emulator is asked over plain
 * HTTP at the port that it names, which the local stack serves. Thread-safe.
 */
public final class EntityReader {

  private final RegionSettings region;
  private final EntitySettings entity;
  private final Duration bound;

  /** A reader that answers within {@code bound}. */
  public EntityReader(RegionSettings region, EntitySettings entity, Duration bound) {
    this.region = region;
    this.entity = entity;
    this.bound = bound;
  }

  /** Reads; completes within the bound, never exceptionally. */
  public CompletionStage<EntityReading> read() {
    return Mono.defer(() -> describe(AdministrationClients.builder(region).buildAsyncClient()))
        .timeout(bound)
        .<EntityReading>map(
            settings ->
                new EntityReading.Described(
                    new EntityDescription(region.name(), entity.inWords(), settings)))
        .onErrorResume(error -> Mono.just(failed(error)))
        .toFuture();
  }

  /** Reads how full it is; completes within the bound, and with nothing where that is not told. */
  public CompletionStage<Optional<EntityRoom>> room() {
    return Mono.defer(() -> room(AdministrationClients.builder(region).buildAsyncClient()))
        .timeout(bound)
        .map(Optional::of)
        .onErrorReturn(Optional.empty())
        .toFuture();
  }

  private Mono<EntityRoom> room(ServiceBusAdministrationAsyncClient client) {
    String name = entity.name();
    return entity.subscription().isEmpty()
        ? client
            .getQueue(name)
            .zipWith(client.getQueueRuntimeProperties(name))
            .map(
                both ->
                    new EntityRoom(
                        both.getT2().getSizeInBytes(), both.getT1().getMaxSizeInMegabytes()))
        : client
            .getTopic(name)
            .zipWith(client.getTopicRuntimeProperties(name))
            .map(
                both ->
                    new EntityRoom(
                        both.getT2().getSizeInBytes(), both.getT1().getMaxSizeInMegabytes()));
  }

  private Mono<EntityDescription.Settings> describe(ServiceBusAdministrationAsyncClient client) {
    if (entity.subscription().isEmpty()) {
      return client.getQueue(entity.name()).map(EntityReader::settings);
    }
    return client
        .getTopic(entity.name())
        .zipWith(client.getSubscription(entity.name(), entity.subscription().get()))
        .map(both -> settings(both.getT1(), both.getT2()));
  }

  private static EntityDescription.Settings settings(QueueProperties queue) {
    return new EntityDescription.Settings(
        queue.isSessionRequired(),
        queue.isDuplicateDetectionRequired(),
        queue.isPartitioningEnabled(),
        queue.getLockDuration(),
        queue.getMaxDeliveryCount(),
        queue.getDefaultMessageTimeToLive(),
        gives(queue.getStatus()));
  }

  private static EntityDescription.Settings settings(
      TopicProperties topic, SubscriptionProperties subscription) {
    Duration ofTopic = topic.getDefaultMessageTimeToLive();
    Duration ofSubscription = subscription.getDefaultMessageTimeToLive();
    return new EntityDescription.Settings(
        subscription.isSessionRequired(),
        topic.isDuplicateDetectionRequired(),
        topic.isPartitioningEnabled(),
        subscription.getLockDuration(),
        subscription.getMaxDeliveryCount(),
        ofTopic.compareTo(ofSubscription) < 0 ? ofTopic : ofSubscription,
        gives(subscription.getStatus()));
  }

  private static boolean gives(EntityStatus status) {
    return EntityStatus.ACTIVE.equals(status) || EntityStatus.SEND_DISABLED.equals(status);
  }

  private EntityReading failed(Throwable error) {
    if (error instanceof ResourceNotFoundException) {
      return EntityReading.missing(entity, region.name());
    }
    int status =
        error instanceof HttpResponseException http && http.getResponse() != null
            ? http.getResponse().getStatusCode()
            : 0;
    return EntityReading.unreadable(entity, region.name(), status);
  }
}

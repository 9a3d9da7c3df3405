package io.twinbus.sender.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.link.ReplySources;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Receives a requester's session over the Azure SDK: one client, and so one connection, for each
 * region.
 *
 * <p>Immutable and thread-safe.
 */
public final class ServiceBusReplies implements ReplySources {

  /** How long a region may take to answer; an outage is noticed within this time. */
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(5);

  /** How long the SDK renews the session's lock; then the session is accepted again. */
  private static final Duration RENEW_FOR = Duration.ofHours(12);

  private final RegionClients clients;

  private ServiceBusReplies(RegionClients clients) {
    this.clients = clients;
  }

  /** Uses the default Azure credential where a region has no connection string. */
  public static ServiceBusReplies withDefaultCredential() {
    return new ServiceBusReplies(RegionClients.withDefaultCredential());
  }

  /** Uses {@code credential} where a region has no connection string. */
  public static ServiceBusReplies withCredential(TokenCredential credential) {
    return new ServiceBusReplies(RegionClients.withCredential(credential));
  }

  @Override
  public ReplySource open(
      RegionSettings region, String queue, SessionId session, Consumer<Arrival> sink) {
    return ReplySession.start(
        clients
            .builder(region)
            .retryOptions(new AmqpRetryOptions().setMaxRetries(0).setTryTimeout(TRY_TIMEOUT))
            .sessionReceiver()
            .queueName(queue)
            .receiveMode(ServiceBusReceiveMode.PEEK_LOCK)
            .prefetchCount(0)
            .disableAutoComplete()
            .maxAutoLockRenewDuration(RENEW_FOR)
            .buildAsyncClient(),
        region.name(),
        session,
        sink);
  }
}

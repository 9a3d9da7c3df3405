package io.twinbus.receiver.integration;

import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The broker of one region, over the SDK, and the local queue that it reads. One accept waits at a
 * time, so that a test notices one that is not given back.
 */
final class BrokerOfEast implements AutoCloseable {

  static final int MAX_BODY = 4_096;
  static final Duration BOUND = Duration.ofSeconds(90);

  /** How long one operation may take, and an accept without a session. */
  static final Duration TRY = Duration.ofSeconds(2);

  private static final Duration LOCK = Duration.ofSeconds(5);

  final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withQueues(QueueSettings.sessionQueue("orders").withLockDuration(LOCK)));

  final ServiceBusBroker broker;

  BrokerOfEast() {
    this(
        new ServiceBusSettings.Limits(
            TRY, TRY, 1, 10, Duration.ofMillis(500), Duration.ofSeconds(20)));
  }

  BrokerOfEast(ServiceBusSettings.Limits limits) {
    this.broker =
        new ServiceBusBroker(
            new ServiceBusSettings(
                new RegionSettings(
                    new RegionName("east"), null, new Secret(endpoint.connectionString())),
                new EntitySettings("orders", Optional.empty()),
                limits.withMaxBody(MAX_BODY)),
            Clocks.system());
  }

  void send(List<ServiceBusMessage> messages) {
    Sent.send(endpoint.connectionString(), messages);
  }

  AcceptOutcome acceptNext() throws Exception {
    return broker.acceptNext().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** The session that is there; on a slow machine the first answers may be that there is none. */
  BrokerSession accepted() {
    AcceptOutcome outcome =
        await().atMost(BOUND).until(this::acceptNext, AcceptOutcome.Accepted.class::isInstance);
    return ((AcceptOutcome.Accepted) outcome).session();
  }

  EntityCounts counts() {
    return endpoint.counts().get(0);
  }

  @Override
  public void close() {
    broker.close();
    endpoint.close();
  }
}

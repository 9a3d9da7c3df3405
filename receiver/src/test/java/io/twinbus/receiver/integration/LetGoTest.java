package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpoint;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session that is closed is held by nobody: not by a timer, and not by the SDK. */
class LetGoTest {

  private static final Duration NOT_IN_THIS_TEST = Duration.ofMinutes(10);

  private ServiceBusEndpoint endpoint;
  private ServiceBusBroker broker;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders")));
    RegionSettings region =
        new RegionSettings(new RegionName("east"), null, new Secret(endpoint.connectionString()));
    broker =
        new ServiceBusBroker(
            new ServiceBusSettings(
                region,
                new EntitySettings("orders", Optional.empty()),
                new ServiceBusSettings.Limits(
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(2),
                    1,
                    10,
                    NOT_IN_THIS_TEST,
                    NOT_IN_THIS_TEST)),
            Clocks.system());
  }

  @AfterEach
  void stop() {
    broker.close();
    endpoint.close();
  }

  @Test
  void aClosedSessionIsCollectedThoughItsRenewalWasDueLater() throws Exception {
    Sent.send(endpoint.connectionString(), List.of(Sent.message("a", 1, "east")));

    WeakReference<BrokerSession> closed = acceptedAndClosed();

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(closed.get()).isNull();
            });
  }

  private WeakReference<BrokerSession> acceptedAndClosed() throws Exception {
    AcceptOutcome outcome = broker.acceptNext().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(outcome).isInstanceOf(AcceptOutcome.Accepted.class);
    BrokerSession session = ((AcceptOutcome.Accepted) outcome).session();
    Listening.to(session);
    session.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
    return new WeakReference<>(session);
  }
}

package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a broker takes of a region for a session, it gives back, however the session ends. */
class SessionPlacesTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  /** No lock runs out by itself within a test. */
  private static final Duration LOCK = Duration.ofMinutes(5);

  private ServiceBusEndpoint endpoint;
  private ServiceBusBroker broker;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders").withLockDuration(LOCK)));
    broker =
        new ServiceBusBroker(
            ServiceBusSettings.of(
                new RegionSettings(
                    new RegionName("east"), null, new Secret(endpoint.connectionString())),
                new EntitySettings("orders", Optional.empty())),
            Clocks.system());
  }

  @AfterEach
  void stop() {
    broker.close();
    endpoint.close();
  }

  @Test
  void anAcceptThatFailsGivesItsPlaceBack() throws Exception {
    refuse(Operation.ACCEPT_SESSION);

    for (int i = 0; i < 4; i++) {
      assertThat(acceptNext()).isInstanceOf(AcceptOutcome.Unavailable.class);
    }

    assertThat(broker.use().places()).as("an accept may wait").isLessThanOrEqualTo(1);
    assertThat(broker.use().connections()).isEqualTo(1);
  }

  @Test
  void aSessionWhoseNameCannotBeReadGivesItsPlaceAndItsLockBack() throws Exception {
    String path = "long/" + "x".repeat(300);
    refuse(Operation.PEEK);
    Sent.send(endpoint.connectionString(), Sent.messages(path, 1, "east"));
    for (int i = 0; i < 3; i++) {
      assertThat(acceptNext()).isInstanceOf(AcceptOutcome.Unavailable.class);
    }
    assertThat(broker.use().places()).as("an accept may wait").isLessThanOrEqualTo(1);
    endpoint.heal();

    assertThat(accepted().session().value()).isEqualTo(path);
  }

  @Test
  void aSessionThatEndsGivesItsPlaceBack() throws Exception {
    for (int i = 0; i < 4; i++) {
      Sent.send(endpoint.connectionString(), Sent.messages("s" + i, 1, "east"));
      BrokerSession session = accepted();
      assertThat(broker.use().places()).isPositive();

      session.close().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    assertThat(broker.use().places()).as("an accept may wait").isLessThanOrEqualTo(1);
    assertThat(endpoint.counts().get(0).lockedSessions()).isLessThanOrEqualTo(1);
  }

  private void refuse(Operation operation) {
    int unused =
        endpoint
            .faults()
            .inject(Fault.before(operation, Effect.fail(FaultCondition.UNAUTHORIZED)).times(1_000));
  }

  private AcceptOutcome acceptNext() throws Exception {
    return broker.acceptNext().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** The session that is there; on a slow machine the first answers may be that there is none. */
  private BrokerSession accepted() {
    AcceptOutcome outcome =
        await().atMost(BOUND).until(this::acceptNext, AcceptOutcome.Accepted.class::isInstance);
    return ((AcceptOutcome.Accepted) outcome).session();
  }
}

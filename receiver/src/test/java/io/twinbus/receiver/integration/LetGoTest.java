package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session that is closed is held by nobody: not by a timer, and not by the SDK. */
class LetGoTest {

  private static final int SESSIONS = 8;
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final Duration NOT_IN_THIS_TEST = Duration.ofMinutes(10);

  private ServiceBusEndpoint endpoint;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders")));
  }

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void aClosedSessionIsCollectedThoughItsRenewalWasDueLater() throws Exception {
    Sent.send(endpoint.connectionString(), List.of(Sent.message("a", 1, "east")));
    try (ServiceBusBroker broker = connect(NOT_IN_THIS_TEST)) {

      WeakReference<BrokerSession> closed = acceptedAndClosed(broker);

      awaitCollected(closed);
    }
  }

  @Test
  void lostSessionsAreCollectedThoughTheirSettlementsAreNeverAnswered() throws Exception {
    for (int n = 0; n < SESSIONS; n++) {
      Sent.send(endpoint.connectionString(), List.of(Sent.message("s" + n, 1, "east")));
    }
    try (ServiceBusBroker broker = connect(Duration.ofSeconds(3))) {

      List<WeakReference<BrokerSession>> lost = settledWhileTheRegionGoes(broker);

      lost.forEach(LetGoTest::awaitCollected);
    }
  }

  private ServiceBusBroker connect(Duration tryTimeout) {
    RegionSettings region =
        new RegionSettings(new RegionName("east"), null, new Secret(endpoint.connectionString()));
    return new ServiceBusBroker(
        new ServiceBusSettings(
            region,
            new EntitySettings("orders", Optional.empty()),
            new ServiceBusSettings.Limits(
                tryTimeout, Duration.ofSeconds(2), 1, 1, NOT_IN_THIS_TEST, NOT_IN_THIS_TEST)),
        Clocks.system());
  }

  private static void awaitCollected(WeakReference<BrokerSession> session) {
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(session.get()).isNull();
            });
  }

  private static WeakReference<BrokerSession> acceptedAndClosed(ServiceBusBroker broker)
      throws Exception {
    BrokerSession session = accepted(broker);
    Listening.to(session);
    session.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
    return new WeakReference<>(session);
  }

  /**
   * The SDK keeps a lost connection whose management node was asked something, and does not always
   * end a settlement that comes at the same time.
   */
  private List<WeakReference<BrokerSession>> settledWhileTheRegionGoes(ServiceBusBroker broker)
      throws Exception {
    Map<BrokerSession, Delivery> sessions = new HashMap<>();
    for (int n = 0; n < SESSIONS; n++) {
      BrokerSession session = accepted(broker);
      Listening heard = Listening.to(session);
      session.receive(1);
      await().atMost(BOUND).until(() -> heard.delivered.size() == 1);
      Search search = new Search(new StreamId("another"), 0, 2, 0);
      assertThat(session.search(search)).succeedsWithin(BOUND);
      sessions.put(session, heard.delivered.get(0));
    }
    endpoint.outage(Outage.REFUSE);
    List<CompletionStage<Void>> settled = new ArrayList<>();
    sessions.forEach(
        (session, copy) -> settled.add(session.settle(copy, new Settlement.Complete())));
    settled.forEach(each -> assertThat(each).failsWithin(BOUND));
    for (BrokerSession session : sessions.keySet()) {
      session.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
    return sessions.keySet().stream().map(WeakReference::new).toList();
  }

  private static BrokerSession accepted(ServiceBusBroker broker) throws Exception {
    AcceptOutcome outcome = broker.acceptNext().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(outcome).isInstanceOf(AcceptOutcome.Accepted.class);
    return ((AcceptOutcome.Accepted) outcome).session();
  }
}

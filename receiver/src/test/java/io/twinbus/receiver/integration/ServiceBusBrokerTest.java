package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpoint;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.flow.Delivery;
import io.twinbus.receiver.flow.Settlement;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceBusBrokerTest {

  private static final Duration LOCK = Duration.ofSeconds(5);

  private ServiceBusEndpoint endpoint;
  private ServiceBusBroker broker;

  @BeforeEach
  void start() {
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withQueues(QueueSettings.sessionQueue("orders").withLockDuration(LOCK)));
    RegionSettings region =
        new RegionSettings(new RegionName("east"), null, new Secret(endpoint.connectionString()));
    broker =
        new ServiceBusBroker(
            new ServiceBusSettings(
                region,
                new EntitySettings("orders", Optional.empty()),
                new ServiceBusSettings.Limits(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2),
                    4,
                    10,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(20))),
            Clocks.system());
  }

  @AfterEach
  void stop() {
    broker.close();
    endpoint.close();
  }

  @Test
  void copiesComeInOrderAndOnlyAsManyAsWereAskedFor() throws Exception {
    send(Sent.messages("a", 5, "east"));
    BrokerSession session = accepted();
    Listening heard = Listening.to(session);

    session.receive(2);
    await().until(() -> heard.delivered.size() == 2);
    session.receive(1);
    await().until(() -> heard.delivered.size() == 3);

    assertThat(heard.ids()).containsExactly("a-1", "a-2", "a-3");
    assertThat(counts().locked()).isEqualTo(3);
    session.close().toCompletableFuture().get(5, TimeUnit.SECONDS);
    await().untilAsserted(() -> assertThat(counts().active()).isEqualTo(5));
  }

  @Test
  void aDeliverySaysWhatTheSenderWrote() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east").setSubject("order.created");
    message.getApplicationProperties().put("colour", "red");
    send(List.of(message));

    Delivery delivery = firstOf(accepted());

    assertThat(delivery.headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(delivery.message().session().value()).isEqualTo("a");
    assertThat(delivery.message().body().utf8()).isEqualTo("a 1");
    assertThat(delivery.message().envelope().subject()).isEqualTo("order.created");
    assertThat(delivery.message().properties()).containsOnlyKeys("colour");
  }

  @Test
  void aLongSessionIdIsKnownByItsOriginal() throws Exception {
    String path = "src/" + "x".repeat(300);
    send(Sent.messages(path, 1, "east"));

    BrokerSession session = accepted();

    assertThat(session.session().value()).isEqualTo(path);
    assertThat(firstOf(session).message().id().value()).isEqualTo(path + "-1");
  }

  @Test
  void aMessageOfAnotherSenderIsForeign() throws Exception {
    send(List.of(new ServiceBusMessage("hello").setSessionId("a").setMessageId("m1")));

    Delivery delivery = firstOf(accepted());

    assertThat(delivery.headers()).isEqualTo(new ParsedHeaders.Foreign());
    assertThat(delivery.message().id().value()).isEqualTo("m1");
  }

  @Test
  void copiesAreCompletedAndDeadLettered() throws Exception {
    send(Sent.messages("a", 2, "east"));
    BrokerSession session = accepted();
    Listening heard = Listening.to(session);
    session.receive(10);
    await().until(() -> heard.delivered.size() == 2);

    settle(session, heard.delivered.get(0), new Settlement.Complete());
    settle(session, heard.delivered.get(1), new Settlement.DeadLetter("Poison", "it hurts"));

    assertThat(counts().unsettled()).isZero();
    assertThat(counts().deadLettered()).isEqualTo(1);
  }

  @Test
  void closingWaitsForSettlementsUnderWay() throws Exception {
    send(Sent.messages("a", 20, "east"));
    BrokerSession session = accepted();
    Listening heard = Listening.to(session);
    session.receive(20);
    await().until(() -> heard.delivered.size() == 20);

    heard.delivered.forEach(
        delivery -> {
          var unused = session.settle(delivery, new Settlement.Complete());
        });
    session.close().toCompletableFuture().get(5, TimeUnit.SECONDS);

    await().untilAsserted(() -> assertThat(counts().unsettled()).isZero());
  }

  @Test
  void theLockIsKeptBeyondItsDuration() throws Exception {
    send(Sent.messages("a", 1, "east"));
    BrokerSession session = accepted();
    Listening heard = Listening.to(session);

    await()
        .atMost(LOCK.multipliedBy(3))
        .during(LOCK.plusSeconds(1))
        .until(() -> heard.lost.isEmpty() && counts().lockedSessions() == 1);
  }

  @Test
  void withoutASessionTheAnswerIsNone() throws Exception {
    assertThat(acceptNext()).isInstanceOf(AcceptOutcome.None.class);
  }

  @Test
  void manySessionsShareConnectionsWithoutStalling() throws Exception {
    for (int n = 0; n < 50; n++) {
      send(Sent.messages("s" + n, 1, "east"));
    }

    List<BrokerSession> sessions = new ArrayList<>();
    for (int n = 0; n < 50; n++) {
      sessions.add(accepted());
    }

    assertThat(sessions.stream().map(session -> session.session().value()).distinct()).hasSize(50);
    for (BrokerSession session : sessions) {
      settle(session, firstOf(session), new Settlement.Complete());
    }
    assertThat(counts().unsettled()).isZero();
  }

  @Test
  void anOutageIsHeardOfAndTheBrokerComesBackByItself() throws Exception {
    send(Sent.messages("a", 1, "east"));
    Listening heard = Listening.to(accepted());

    endpoint.outage(Outage.REFUSE);

    await().atMost(Duration.ofSeconds(10)).until(() -> heard.lost.size() == 1);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> acceptNext() instanceof AcceptOutcome.Unavailable);
    endpoint.restore();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> acceptNext() instanceof AcceptOutcome.Accepted);
  }

  @Test
  void aSessionGrantedLateIsNotLost() throws Exception {
    assertThat(acceptNext()).isInstanceOf(AcceptOutcome.None.class);

    endpoint.latency(Duration.ofMillis(700)); // an attach takes longer than the SDK's own slack
    send(Sent.messages("a", 1, "east"));

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> acceptNext() instanceof AcceptOutcome.Accepted);
  }

  @Test
  void aSessionThatNobodyWaitsForIsGivenBack() throws Exception {
    assertThat(acceptNext()).isInstanceOf(AcceptOutcome.None.class);

    send(Sent.messages("a", 1, "east"));

    await().until(() -> counts().lockedSessions() == 1);
    await().atMost(Duration.ofSeconds(10)).until(() -> counts().lockedSessions() == 0);
  }

  private void send(List<ServiceBusMessage> messages) {
    Sent.send(endpoint.connectionString(), messages);
  }

  private AcceptOutcome acceptNext() throws Exception {
    return broker.acceptNext().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private BrokerSession accepted() throws Exception {
    AcceptOutcome outcome = acceptNext();
    assertThat(outcome).isInstanceOf(AcceptOutcome.Accepted.class);
    return ((AcceptOutcome.Accepted) outcome).session();
  }

  private static Delivery firstOf(BrokerSession session) {
    Listening heard = Listening.to(session);
    session.receive(1);
    await().until(() -> !heard.delivered.isEmpty());
    return heard.delivered.get(0);
  }

  private static void settle(BrokerSession session, Delivery delivery, Settlement how)
      throws Exception {
    session.settle(delivery, how).toCompletableFuture().get(5, TimeUnit.SECONDS);
  }

  private EntityCounts counts() {
    return endpoint.counts().get(0);
  }
}

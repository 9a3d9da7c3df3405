package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ParsedHeaders;
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
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is the SDK's own; what every broker must do is in the contract suites of the testkit. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceBusBrokerTest {

  private static final int MAX_BODY = 4_096;
  private static final Duration LOCK = Duration.ofSeconds(5);
  private static final Duration BOUND = Duration.ofSeconds(90);

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
                        Duration.ofSeconds(20))
                    .withMaxBody(MAX_BODY)),
            Clocks.system());
  }

  @AfterEach
  void stop() {
    broker.close();
    endpoint.close();
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
  void aBodyAboveTheBoundIsLeftOutAndItsCopyMalformed() throws Exception {
    send(List.of(withBody(1, MAX_BODY), withBody(2, MAX_BODY + 1)));

    List<Delivery> deliveries = deliveriesOf(accepted(), 2);

    assertThat(deliveries.get(0).headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(deliveries.get(0).message().body().size()).isEqualTo(MAX_BODY);
    assertThat(malformed(deliveries.get(1)))
        .contains("The body has 4097 bytes, and twinbus.receiver.max-body allows 4096");
    assertThat(deliveries.get(1).message().body().size()).isZero();
  }

  @Test
  void tooManyPropertiesAreLeftOutAndTheirCopyIsMalformed() throws Exception {
    ServiceBusMessage most = Sent.message("a", 1, "east");
    ServiceBusMessage more = Sent.message("a", 2, "east");
    fill(most, 256);
    fill(more, 257);
    send(List.of(most, more));

    List<Delivery> deliveries = deliveriesOf(accepted(), 2);

    assertThat(deliveries.get(0).headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(malformed(deliveries.get(1)))
        .isEqualTo("The message has 257 application properties, and a receiver takes 256 at most.");
    assertThat(deliveries.get(1).message().properties()).isEmpty();
  }

  @Test
  void longPropertiesAreLeftOutAndTheirCopyIsMalformed() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east");
    message.getApplicationProperties().put("long", "x".repeat(65_536));
    send(List.of(message));

    Delivery delivery = firstOf(accepted());

    assertThat(malformed(delivery)).contains("and a receiver takes 65536 at most");
    assertThat(delivery.message().properties()).isEmpty();
  }

  @Test
  void anIdAboveTheBoundMakesItsCopyMalformedAndIsNotRepeated() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east");
    message.getApplicationProperties().put(Headers.MESSAGE, "4711-".repeat(300));
    send(List.of(message));

    Delivery delivery = firstOf(accepted());

    assertThat(malformed(delivery)).contains("longer than 1,024 characters").doesNotContain("4711");
  }

  private static String malformed(Delivery delivery) {
    assertThat(delivery.headers()).isInstanceOf(ParsedHeaders.Malformed.class);
    return ((ParsedHeaders.Malformed) delivery.headers()).reason();
  }

  private static ServiceBusMessage withBody(long seq, int size) {
    ServiceBusMessage like = Sent.message("a", seq, "east");
    ServiceBusMessage message =
        new ServiceBusMessage(BinaryData.fromBytes(new byte[size]))
            .setMessageId(like.getMessageId())
            .setSessionId(like.getSessionId());
    message.getApplicationProperties().putAll(like.getApplicationProperties());
    return message;
  }

  private static void fill(ServiceBusMessage message, int size) {
    for (int i = message.getApplicationProperties().size(); i < size; i++) {
      message.getApplicationProperties().put("p" + i, i);
    }
  }

  private static List<Delivery> deliveriesOf(BrokerSession session, int count) {
    Listening heard = Listening.to(session);
    session.receive(count);
    await().atMost(BOUND).until(() -> heard.delivered.size() == count);
    return heard.delivered;
  }

  @Test
  void closingWaitsForSettlementsUnderWay() throws Exception {
    send(Sent.messages("a", 20, "east"));
    BrokerSession session = accepted();
    Listening heard = Listening.to(session);
    session.receive(20);
    await().atMost(BOUND).until(() -> heard.delivered.size() == 20);

    heard.delivered.forEach(
        delivery -> {
          var unused = session.settle(delivery, new Settlement.Complete());
        });
    session.close().toCompletableFuture().get(60, TimeUnit.SECONDS);

    await().atMost(BOUND).untilAsserted(() -> assertThat(counts().unsettled()).isZero());
  }

  @Test
  void aSearchThatMeetsItsBoundGoesOnWhereItHasCome() throws Exception {
    send(Sent.messages("a", 600, "east"));
    BrokerSession session = accepted();
    endpoint.latency(Duration.ofMillis(450)); // three pages and an empty one take longer than 2 s
    Search search = new Search(new StreamId("of-no-message"), 0, 2, 0);

    int looks = 0;
    SearchOutcome outcome = new SearchOutcome.Further(0, 0);
    while (!(outcome instanceof SearchOutcome.Absent)) {
      assertThat(++looks).as("looks, the last of them: %s", outcome).isLessThan(20);
      outcome = session.search(search).toCompletableFuture().get(60, TimeUnit.SECONDS);
      if (outcome instanceof SearchOutcome.Further further) {
        search = search.from(further.from());
      }
    }

    assertThat(looks).isGreaterThan(1);
  }

  @Test
  void aSessionGrantedLateIsNotLost() throws Exception {
    await().atMost(BOUND).until(this::acceptNext, AcceptOutcome.None.class::isInstance);

    endpoint.latency(Duration.ofMillis(700)); // an attach takes longer than the SDK's own slack
    send(Sent.messages("a", 1, "east"));

    await().atMost(BOUND).until(() -> acceptNext() instanceof AcceptOutcome.Accepted);
  }

  @Test
  void aSessionThatNobodyWaitsForIsGivenBack() throws Exception {
    await().atMost(BOUND).until(this::acceptNext, AcceptOutcome.None.class::isInstance);

    send(Sent.messages("a", 1, "east"));

    await().atMost(BOUND).until(() -> counts().lockedSessions() == 1);
    await().atMost(BOUND).until(() -> counts().lockedSessions() == 0);
  }

  private void send(List<ServiceBusMessage> messages) {
    Sent.send(endpoint.connectionString(), messages);
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

  private static Delivery firstOf(BrokerSession session) {
    Listening heard = Listening.to(session);
    session.receive(1);
    await().atMost(BOUND).until(() -> !heard.delivered.isEmpty());
    return heard.delivered.get(0);
  }

  private EntityCounts counts() {
    return endpoint.counts().get(0);
  }
}

package io.twinbus.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.entity.EntityDescription.Settings;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The administration client of the SDK against the local endpoint. */
class EntityReaderTest {

  private static final QueueSettings ORDERS =
      QueueSettings.sessionQueue("orders").withLockDuration(Duration.ofSeconds(20));

  /** The first answer comes after many classes are loaded: late on a busy machine. */
  private static final Duration BOUND = Duration.ofSeconds(50);

  private ServiceBusEndpoint endpoint;

  @BeforeEach
  void start() {
    NamespaceSettings entities =
        NamespaceSettings.ofQueues(
                ORDERS,
                QueueSettings.plainQueue("plain")
                    .withDuplicateDetection(Duration.ofMinutes(1))
                    .withMaxDeliveryCount(3))
            .withTopics(
                TopicSettings.topic("events", SubscriptionSettings.plain("audit")),
                TopicSettings.topic(
                        "invoices",
                        SubscriptionSettings.withSessions("mail")
                            .withLockDuration(Duration.ofSeconds(25))
                            .withMaxDeliveryCount(4))
                    .withDuplicateDetection(Duration.ofMinutes(1)),
                TopicSettings.topic("short-topic", SubscriptionSettings.plain("audit"))
                    .withTimeToLive(Duration.ofSeconds(60)),
                TopicSettings.topic(
                        "short-subscription",
                        SubscriptionSettings.plain("audit")
                            .withTimeToLive(Duration.ofSeconds(90), false))
                    .withTimeToLive(Duration.ofSeconds(120)));
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east").withEntities(entities));
  }

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void aQueueIsDescribedAsItIsSetUp() throws Exception {
    assertThat(settings("orders"))
        .isEqualTo(
            new Settings(
                true, false, false, Duration.ofSeconds(20), 10, QueueSettings.FOREVER, true));
    assertThat(settings("plain"))
        .isEqualTo(
            new Settings(
                false, true, false, Duration.ofMinutes(1), 3, QueueSettings.FOREVER, true));
  }

  @ParameterizedTest
  @CsvSource({"ACTIVE, true", "SEND_DISABLED, true", "RECEIVE_DISABLED, false", "DISABLED, false"})
  void aQueueIsActiveWhileItGivesMessagesOut(EntityStatus status, boolean active) throws Exception {
    endpoint.status("orders", status);

    assertThat(settings("orders").active()).isEqualTo(active);
  }

  @Test
  void aSubscriptionIsDescribedWithItsTopic() throws Exception {
    EntityReading reading = read(new EntitySettings("events", Optional.of("audit")));

    assertThat(reading).isInstanceOf(EntityReading.Described.class);
    assertThat(((EntityReading.Described) reading).description().name())
        .isEqualTo("the subscription 'events/audit'");
    assertThat(((EntityReading.Described) reading).description().settings().requiresSession())
        .isFalse();
  }

  @Test
  void aSubscriptionHasRulesOfItsOwnAndThoseOfItsTopic() throws Exception {
    EntityReading reading = read(new EntitySettings("invoices", Optional.of("mail")));

    assertThat(reading)
        .isInstanceOfSatisfying(
            EntityReading.Described.class,
            described ->
                assertThat(described.description().settings())
                    .isEqualTo(
                        new Settings(
                            true,
                            true,
                            false,
                            Duration.ofSeconds(25),
                            4,
                            QueueSettings.FOREVER,
                            true)));
  }

  @ParameterizedTest
  @CsvSource({"short-topic, 60", "short-subscription, 90"})
  void messagesOfASubscriptionLiveAsLongAsBothAllow(String topic, long seconds) throws Exception {
    EntityReading reading = read(new EntitySettings(topic, Optional.of("audit")));

    assertThat(reading)
        .isInstanceOfSatisfying(
            EntityReading.Described.class,
            described ->
                assertThat(described.description().settings().defaultTimeToLive())
                    .isEqualTo(Duration.ofSeconds(seconds)));
  }

  @Test
  void anEmptyQueueHasAllItsRoomAndOneThatIsNearlyFullIsWarnedOf() throws Exception {
    EntityRoom room = room(queue("orders")).orElseThrow();
    EntityRoom tight = new EntityRoom(900 * 1024, 1);

    assertThat(room).isEqualTo(new EntityRoom(0, 1024));
    assertThat(room.warning("The queue 'orders'", new RegionName("east"))).isEmpty();
    assertThat(room(new EntitySettings("events", Optional.of("audit"))))
        .contains(new EntityRoom(0, 1024));
    assertThat(room(queue("nothing"))).isEmpty();
    assertThat(tight.warning("The queue 'orders'", new RegionName("east")).orElseThrow())
        .startsWith("The queue 'orders' in region east has taken 87 % of its 1 MiB");
  }

  @Test
  void anEntityThatMayHoldLessThanItsNamespaceAllowsIsWarnedOf() {
    EntityRoom usual = new EntityRoom(0, 1024);
    RegionName east = new RegionName("east");

    assertThat(usual.warning("The queue 'orders'", east, NamespaceTier.PREMIUM).orElseThrow())
        .startsWith("The queue 'orders' in region east may hold 1,024 MiB")
        .contains("allows 81,920");
    assertThat(new EntityRoom(0, 81_920).warning("It", east, NamespaceTier.PREMIUM)).isEmpty();
    assertThat(usual.warning("It", east, NamespaceTier.STANDARD).orElseThrow())
        .contains("allows 5,120");
    assertThat(new EntityRoom(0, 5_120).warning("It", east, NamespaceTier.STANDARD)).isEmpty();
  }

  @Test
  void whatIsNotThereIsMissing() throws Exception {
    assertThat(read(queue("nothing")))
        .isEqualTo(
            new EntityReading.Missing(
                "There is no queue 'nothing' in region east: create it, or correct its name in the"
                    + " configuration."));
  }

  @Test
  void aRegionThatIsAwayCannotBeReadAndSaysSoWithinTheBound() throws Exception {
    endpoint.outage(Outage.BLACKHOLE);

    EntityReading reading =
        reader(endpoint.connectionString(), queue("orders"), Duration.ofSeconds(2))
            .read()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);

    assertThat(reading).isInstanceOf(EntityReading.Unreadable.class);
    assertThat(((EntityReading.Unreadable) reading).sentence())
        .isEqualTo(
            "The settings of the queue 'orders' in region east are not checked: the namespace's"
                + " management does not answer.");
  }

  @Test
  void whoMayNotManageIsToldSo() throws Exception {
    HttpServer refusing =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    refusing.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    refusing.start();
    String connection =
        "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=a;SharedAccessKey=b;UseDevelopmentEmulator=true"
            .formatted(refusing.getAddress().getPort());

    EntityReading reading = read(connection, queue("orders"));
    refusing.stop(0);

    assertThat(reading).isInstanceOf(EntityReading.Unreadable.class);
    assertThat(((EntityReading.Unreadable) reading).sentence())
        .contains("needs the right Manage, which this identity does not have");
  }

  private Settings settings(String name) throws Exception {
    EntityReading reading = read(queue(name));
    assertThat(reading).isInstanceOf(EntityReading.Described.class);
    return ((EntityReading.Described) reading).description().settings();
  }

  private EntityReading read(EntitySettings entity) throws Exception {
    return read(endpoint.connectionString(), entity);
  }

  private Optional<EntityRoom> room(EntitySettings entity) throws Exception {
    return reader(endpoint.connectionString(), entity, BOUND)
        .room()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  private static EntityReading read(String connection, EntitySettings entity) throws Exception {
    return reader(connection, entity, BOUND).read().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static EntityReader reader(String connection, EntitySettings entity, Duration bound) {
    RegionSettings region =
        new RegionSettings(new RegionName("east"), null, new Secret(connection));
    return new EntityReader(region, entity, bound);
  }

  private static EntitySettings queue(String name) {
    return new EntitySettings(name, Optional.empty());
  }
}

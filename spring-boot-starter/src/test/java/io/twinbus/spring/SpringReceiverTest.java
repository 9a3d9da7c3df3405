package io.twinbus.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.Session;
import io.twinbus.sender.Sender;
import io.twinbus.sender.Senders;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/** Spring Boot applications with a listener, a sender and Actuator, between two regions. */
class SpringReceiverTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static LocalStack stack;

  private final List<ConfigurableApplicationContext> started = new ArrayList<>();

  /** A body, as an application declares it. */
  record Shipment(String number, int parcels) {}

  /** Writes down what was handled; a message may be held until the test lets it go. */
  static class Shipments implements DisposableBean {

    final List<String> handled = new CopyOnWriteArrayList<>();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch closing = new CountDownLatch(1);
    final CountDownLatch held = new CountDownLatch(1);
    private volatile boolean destroyed;

    @SessionListener(deadLetterOn = IllegalArgumentException.class)
    void on(Session session, Shipment shipment) throws InterruptedException {
      if (shipment.number().equals("held")) {
        begun.countDown();
        assertThat(held.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
      }
      String when = destroyed ? " after its end" : "";
      handled.add(session.id() + ":" + session.sequence() + ":" + shipment.number() + when);
    }

    @EventListener
    void onClose(ContextClosedEvent event) {
      closing.countDown();
    }

    @Override
    public void destroy() {
      destroyed = true;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Shipments shipments() {
      return new Shipments();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Producer {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class TwoListeners {

    @Bean
    Shipments shipments() {
      return new Shipments();
    }

    @Bean
    Shipments more() {
      return new Shipments();
    }
  }

  /** Listeners of two queues. */
  static class TwoQueues {

    final List<String> handled = new CopyOnWriteArrayList<>();

    @SessionListener("shipments")
    void onShipment(String text) {
      handled.add("shipment " + text);
    }

    @SessionListener("payments")
    void onPayment(String text) {
      handled.add("payment " + text);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithTwoQueues {

    @Bean
    TwoQueues both() {
      return new TwoQueues();
    }
  }

  @BeforeAll
  static void startStack() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    stack =
        LocalStack.builder()
            .entities(
                NamespaceSettings.ofQueues(
                    QueueSettings.sessionQueue("shipments"),
                    QueueSettings.sessionQueue("drained"),
                    QueueSettings.sessionQueue("booked")))
            .start();
  }

  @AfterAll
  static void stopStack() {
    stack.close();
  }

  @AfterEach
  void close() {
    stack.heal();
    started.forEach(ConfigurableApplicationContext::close);
  }

  @Test
  void aListenerOfABeanHandlesWhatTheSenderBeanSends() throws Exception {
    ConfigurableApplicationContext context = start(Application.class, "shipments");
    Sender sender = context.getBean(Sender.class);

    sender.sendAndWait(shipment("s1", "a"));
    sender.sendAndWait(shipment("s1", "b"));

    Shipments shipments = context.getBean(Shipments.class);
    Awaitility.await().atMost(BOUND).until(() -> shipments.handled.size() >= 2);
    assertThat(shipments.handled).containsExactly("s1:1:a", "s1:2:b");
    MeterRegistry registry = context.getBean(MeterRegistry.class);
    assertThat(registry.get("twinbus.messages.ended").tag("state", "DONE").counter().count())
        .isGreaterThanOrEqualTo(1);
    assertThat(registry.getMeters())
        .as("the sender's figures")
        .anyMatch(meter -> meter.getId().getName().startsWith("twinbus.sender."));
  }

  @Test
  void eachOfTwoQueuesHasItsListenerAndItsSender() throws Exception {
    ConfigurableApplicationContext context =
        start(
            WithTwoQueues.class,
            "",
            "--twinbus.queues.shipments.queue=shipments",
            "--twinbus.queues.payments.queue=booked");
    Senders senders = context.getBean(Senders.class);
    TwoQueues both = context.getBean(TwoQueues.class);

    senders.of("shipments").sendAndWait(OutboundMessage.of("q1", "q1-1").body("a").build());
    senders.of("payments").sendAndWait(OutboundMessage.of("q1", "q1-1").body("b").build());

    Awaitility.await().atMost(BOUND).until(() -> both.handled.size() >= 2);
    assertThat(both.handled).containsExactlyInAnyOrder("shipment a", "payment b");
    assertThat(context.getBean(SpringReceiver.class).statuses()).hasSize(2);
    HealthEndpoint health = context.getBean(HealthEndpoint.class);
    assertThat(health.healthForPath("liveness", "twinbusWorkers").getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void theSendersOfSeveralQueuesCloseWithTheContextAndTheSenderBeanNamesThem() {
    ConfigurableApplicationContext context =
        start(
            Producer.class,
            "",
            "--twinbus.queues.shipments.queue=shipments",
            "--twinbus.queues.payments.queue=booked");
    Sender payments = context.getBean(Senders.class).of("payments");
    assertThatThrownBy(() -> context.getBean(Sender.class))
        .rootCause()
        .hasMessage(
            "The configuration has the queues payments, shipments: say which one is meant, with"
                + " Senders.of(queue).");

    context.close();

    assertThat(payments.send(OutboundMessage.of("q2", "q2-1").build())).isCompletedExceptionally();
  }

  @Test
  void healthSaysWhatIsWrongAndReadinessFollowsTheRegion() {
    ConfigurableApplicationContext context = start(Application.class, "shipments");
    HealthEndpoint health = context.getBean(HealthEndpoint.class);
    awaitStatus(health, "readiness", Status.UP);
    assertThat(health.healthForPath("readiness", "twinbus")).isNotNull();
    assertThat(health.healthForPath("liveness", "twinbusWorkers").getStatus()).isEqualTo(Status.UP);

    stack.region("east").outage(Outage.REFUSE);

    awaitStatus(health, "readiness", Status.DOWN);
    assertThat(health.healthForPath("liveness").getStatus()).isEqualTo(Status.UP);
    stack.heal();
    awaitStatus(health, "readiness", Status.UP);
  }

  @Test
  void aCallInHandEndsBeforeTheContextClosesItsBeans() throws Exception {
    ConfigurableApplicationContext context = start(Application.class, "drained");
    Shipments shipments = context.getBean(Shipments.class);
    context.getBean(Sender.class).sendAndWait(shipment("s2", "held"));
    assertThat(shipments.begun.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();

    SpringReceiver receiver = context.getBean(SpringReceiver.class);
    Thread closing = new Thread(context::close, "closing");
    closing.start();
    assertThat(shipments.closing.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(receiver.isRunning()).isTrue();
    shipments.held.countDown();
    closing.join(BOUND.toMillis());

    assertThat(closing.isAlive()).isFalse();
    assertThat(shipments.handled).containsExactly("s2:1:held");
    assertThat(receiver.isRunning()).isFalse();
  }

  @Test
  void anApplicationWithoutAListenerOnlySends() {
    ConfigurableApplicationContext context = start(Producer.class, "shipments");

    assertThat(context.getBean(SpringReceiver.class).isRunning()).isFalse();
    assertThat(context.getBean(Sender.class).statistics()).isNotNull();
  }

  @Test
  void mistakesAreSentences() {
    assertThatThrownBy(() -> start(TwoListeners.class, "shipments"))
        .hasRootCauseInstanceOf(InvalidSettingException.class)
        .rootCause()
        .hasMessageStartingWith("There is more than one handler");
    assertThatThrownBy(
            () -> start(Application.class, "shipments", "--twinbus.receiver.max-sesions=3"))
        .rootCause()
        .hasMessageStartingWith("twinbus.receiver.max-sesions is no setting of this version");
    assertThatThrownBy(
            () -> start(Application.class, "shipments", "--twinbus.receiver.http.url=http://h/x"))
        .rootCause()
        .hasMessageContaining("is for the receiver service");
  }

  private static OutboundMessage shipment(String session, String number) {
    return OutboundMessage.of(session, session + "-" + number)
        .body("{\"number\":\"" + number + "\",\"parcels\":3}")
        .build();
  }

  private static void awaitStatus(HealthEndpoint health, String path, Status wanted) {
    Awaitility.await()
        .atMost(BOUND)
        .untilAsserted(() -> assertThat(health.healthForPath(path).getStatus()).isEqualTo(wanted));
  }

  private ConfigurableApplicationContext start(
      Class<?> application, String queue, String... arguments) {
    ConfigurableApplicationContext context =
        ApplicationStart.run(stack, application, queue, arguments);
    started.add(context);
    return context;
  }
}

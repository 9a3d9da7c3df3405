package io.twinbus.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.sender.Sender;
import io.twinbus.sender.Senders;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

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

  /** A listener that answers later; the test says when. */
  static class Forwarding {

    final List<String> calls = new CopyOnWriteArrayList<>();
    final CompletableFuture<Outcome> answer = new CompletableFuture<>();

    @SessionListener
    CompletionStage<Outcome> on(Session session, String text) {
      calls.add(text + " attempt " + session.attempt());
      return session.attempt() == 1
          ? answer
          : CompletableFuture.completedFuture(Outcome.complete());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Forwarder {

    @Bean
    Forwarding forwarding() {
      return new Forwarding();
    }
  }

  /** A listener whose effect is a transaction; the first one fails. */
  static class Booked {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Transactional
    @SessionListener
    public void on(Session session, String text) {
      calls.add(text + " attempt " + session.attempt());
      if (session.attempt() == 1) {
        throw new IllegalStateException("no truck");
      }
    }

    List<String> calls() {
      return calls;
    }
  }

  /** Counts how transactions end. */
  static final class CountedTransactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    final List<String> ends = new CopyOnWriteArrayList<>();

    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      ends.add("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      ends.add("rollback");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Transactions {

    @Bean
    Booked booked() {
      return new Booked();
    }

    @Bean
    PlatformTransactionManager transactions() {
      return new CountedTransactions();
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
                    QueueSettings.sessionQueue("booked"),
                    QueueSettings.sessionQueue("forwarded")))
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
  void aListenersTransactionRollsBackAndTheMessageComesAgain() throws Exception {
    ConfigurableApplicationContext context = start(Transactions.class, "booked");
    context.getBean(Sender.class).sendAndWait(OutboundMessage.of("s3", "b1").body("box").build());

    Booked booked = context.getBean(Booked.class);
    CountedTransactions transactions = context.getBean(CountedTransactions.class);
    Awaitility.await().atMost(BOUND).until(() -> transactions.ends.size() >= 2);
    assertThat(transactions.ends).containsExactly("rollback", "commit");
    assertThat(booked.calls()).containsExactly("box attempt 1", "box attempt 2");
  }

  @Test
  void aListenersStageSaysWhenAndHowItsMessageEnds() throws Exception {
    ConfigurableApplicationContext context = start(Forwarder.class, "forwarded");
    Sender sender = context.getBean(Sender.class);
    sender.sendAndWait(OutboundMessage.of("s4", "f1").body("box").build());
    sender.sendAndWait(OutboundMessage.of("s4", "f2").body("bag").build());

    Forwarding forwarding = context.getBean(Forwarding.class);
    Awaitility.await()
        .atMost(BOUND)
        .during(Duration.ofMillis(500))
        .until(() -> forwarding.calls.equals(List.of("box attempt 1")));
    forwarding.answer.complete(Outcome.retry());

    Awaitility.await().atMost(BOUND).until(() -> forwarding.calls.size() >= 4);
    assertThat(forwarding.calls)
        .containsExactly("box attempt 1", "box attempt 2", "bag attempt 1", "bag attempt 2");
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
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!queue.isEmpty()) {
      all.add("--twinbus.queue=" + queue);
    }
    all.add("--twinbus.region=east");
    all.add("--twinbus.standbyDelay=1s");
    all.add("--twinbus.receiver.linger=300ms");
    stack
        .regions()
        .forEach(
            (name, region) ->
                all.add(
                    "--twinbus.regions."
                        + name
                        + ".connection-string="
                        + region.connectionString()));
    all.add("--twinbus.ledger.endpoint=" + stack.ledgerEndpoint());
    all.add("--twinbus.ledger.key=" + stack.ledgerKey());
    all.add("--twinbus.ledger.create-if-missing=true");
    all.add("--twinbus.cluster=shop");
    all.add("--management.endpoint.health.probes.enabled=true");
    SpringApplication built =
        new SpringApplicationBuilder(application).web(WebApplicationType.NONE).build();
    ConfigurableApplicationContext context = built.run(all.toArray(String[]::new));
    started.add(context);
    return context;
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What applications do through JMS, with the client that Microsoft's documentation names. */
class JmsClientTest {
  private static final Access ACCESS = Access.OF_THE_EMULATOR;
  private static final String KEY = Objects.requireNonNull(ACCESS.key(), "it has one");
  private static final long PATIENCE_MS = 20_000;

  @TempDir private Path folder;

  private final LocalCertificate certificate = LocalCertificate.create();
  private final LocalStack stack =
      LocalStack.builder()
          .regions("east")
          .entities(
              NamespaceSettings.ofQueues(
                      QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"))
                  .withTopics(TopicSettings.topic("events", SubscriptionSettings.plain("all"))))
          .access(ACCESS)
          .tls(certificate)
          .start();
  private final ServiceBusEndpoint east = stack.region("east");
  private final ServiceBusAdministrationClient admin = PlainAdministration.client(east);

  @BeforeEach
  void write() {
    certificate.writeTo(folder);
  }

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void sendsAndReceivesWithTheKey() {
    try (JMSContext context = connect(KEY)) {
      Queue jobs = context.createQueue("jobs");
      context.createProducer().send(jobs, "hello");

      assertThat(context.createConsumer(jobs).receiveBody(String.class, PATIENCE_MS))
          .isEqualTo("hello");
    }
    assertThat(east.counts().get(0).unsettled()).isZero();
  }

  @Test
  void isServedOverTlsWhereItTrustsTheCertificate() {
    String file = folder.resolve(LocalCertificate.TRUST_STORE_FILE).toString();
    String trusting =
        "amqps://localhost:%d?transport.trustStoreLocation=%s&transport.trustStorePassword=%s"
            .formatted(east.port(), file, LocalCertificate.TRUST_STORE_PASSWORD);
    try (JMSContext context = connect(trusting, KEY)) {
      Queue jobs = context.createQueue("jobs");
      context.createProducer().send(jobs, "over TLS");

      assertThat(context.createConsumer(jobs).receiveBody(String.class, PATIENCE_MS))
          .isEqualTo("over TLS");
    }
    assertThatThrownBy(() -> connect("amqps://localhost:" + east.port(), KEY).close())
        .isInstanceOf(JMSRuntimeException.class)
        .hasStackTraceContaining("unable to find valid certification path");
  }

  @Test
  void isNotLetInWithAnotherKey() {
    assertThatThrownBy(() -> connect("b3RoZXI=").close())
        .isInstanceOf(JMSSecurityRuntimeException.class);
  }

  @Test
  void aSubscriptionsRuleChoosesWhatItGetsAndItsActionChangesIt() throws JMSException {
    admin.createSubscription("events", "red");
    admin.deleteRule("events", "red", "$Default");
    admin.createRule(
        "events",
        "colour",
        "red",
        new CreateRuleOptions(new SqlRuleFilter("colour = 'red'"))
            .setAction(new SqlRuleAction("SET seen = 'yes'")));

    try (JMSContext context = connect(KEY)) {
      for (String colour : new String[] {"blue", "red"}) {
        context
            .createProducer()
            .setProperty("colour", colour)
            .send(context.createTopic("events"), colour);
      }
      Message red = receive(context.createConsumer(subscription(context, "red")));
      JMSConsumer all = context.createConsumer(subscription(context, "all"));

      assertThat(red.getBody(String.class)).isEqualTo("red");
      assertThat(red.getStringProperty("seen")).isEqualTo("yes");
      assertThat(receive(all).getBody(String.class)).isEqualTo("blue");
      assertThat(receive(all).getBody(String.class)).isEqualTo("red");
    }
  }

  @Test
  void aMessageGroupIsASession() throws JMSException {
    try (JMSContext context = connect(KEY);
        ServiceBusClients sdk = new ServiceBusClients(east)) {
      TextMessage parcel = context.createTextMessage("parcel");
      parcel.setStringProperty("JMSXGroupID", "s1");
      context.createProducer().send(context.createQueue("orders"), parcel);

      assertThat(
              sdk.keep(sdk.sessions("orders").acceptSession("s1"))
                  .receiveMessages(1, ServiceBusClients.BOUND))
          .extracting(ServiceBusReceivedMessage::getSessionId)
          .containsExactly("s1");
    }
  }

  @Test
  void aMessageThatIsNotAcknowledgedComesAgainAndCounts() throws JMSException {
    try (JMSContext context = connect(KEY)) {
      context.createProducer().send(context.createQueue("jobs"), "again");
    }
    try (JMSContext context = connect(KEY);
        JMSContext acknowledging = context.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
      JMSConsumer consumer = acknowledging.createConsumer(acknowledging.createQueue("jobs"));
      assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
      acknowledging.recover();

      Message again = receive(consumer);
      assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
      again.acknowledge();
    }
    assertThat(east.counts().get(0).unsettled()).isZero();
  }

  @Test
  void aResetTakesTheMessagesAndLeavesTheClient() {
    try (JMSContext context = connect(KEY)) {
      Queue jobs = context.createQueue("jobs");
      context.createProducer().send(jobs, "old");
      stack.reset();
      context.createProducer().send(jobs, "new");

      assertThat(context.createConsumer(jobs).receiveBody(String.class, PATIENCE_MS))
          .isEqualTo("new");
    }
  }

  @Test
  void theWrongDirectionIsRefused() {
    try (JMSContext context = connect(KEY)) {
      assertThatThrownBy(
              () -> context.createProducer().send(subscription(context, "all"), "backwards"))
          .isInstanceOf(JMSRuntimeException.class)
          .hasMessageContaining("Nothing can be sent to a subscription");
      assertThatThrownBy(() -> context.createConsumer(context.createTopic("events")))
          .isInstanceOf(JMSRuntimeException.class)
          .hasMessageContaining("received from its subscriptions");
    }
  }

  @Test
  void aSelectorIsRefusedAndNotIgnored() {
    try (JMSContext context = connect(KEY)) {
      Queue jobs = context.createQueue("jobs");

      assertThatThrownBy(() -> context.createConsumer(jobs, "colour = 'red'"))
          .isInstanceOf(JMSRuntimeException.class)
          .hasMessageContaining(MissingFeature.SELECTORS.sentence());
    }
  }

  private static Message receive(JMSConsumer consumer) {
    return Objects.requireNonNull(consumer.receive(PATIENCE_MS), "a message comes");
  }

  private static Queue subscription(JMSContext context, String name) {
    return context.createQueue("events/Subscriptions/" + name);
  }

  private JMSContext connect(String key) {
    return connect("amqp://127.0.0.1:" + east.port(), key);
  }

  private static JMSContext connect(String address, String key) {
    return new JmsConnectionFactory(ACCESS.keyName(), key, address).createContext();
  }
}

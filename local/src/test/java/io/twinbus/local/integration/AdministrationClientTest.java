package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceExistsException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.CreateSubscriptionOptions;
import com.azure.messaging.servicebus.administration.models.EmptyRuleAction;
import com.azure.messaging.servicebus.administration.models.EntityStatus;
import com.azure.messaging.servicebus.administration.models.FalseRuleFilter;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.QueueRuntimeProperties;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.TopicProperties;
import com.azure.messaging.servicebus.administration.models.TrueRuleFilter;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entities and rules, managed by the SDK's administration client. */
class AdministrationClientTest {
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withAccess(Access.withKey("c2VjcmV0"))
              .withEntities(
                  NamespaceSettings.ofQueues(QueueSettings.plainQueue("jobs"))
                      .withTopics(
                          TopicSettings.topic("events", SubscriptionSettings.plain("audit")))));

  private final ServiceBusClients clients = new ServiceBusClients(endpoint);
  private final ServiceBusAdministrationClient admin = PlainAdministration.client(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Test
  void createsAQueueThatWorksAtOnce() {
    QueueProperties created =
        admin.createQueue(
            "orders",
            new CreateQueueOptions()
                .setSessionRequired(true)
                .setLockDuration(Duration.ofSeconds(30))
                .setMaxDeliveryCount(3)
                .setDuplicateDetectionRequired(true)
                .setDefaultMessageTimeToLive(Duration.ofHours(2))
                .setDeadLetteringOnMessageExpiration(true));

    assertThat(created.getName()).isEqualTo("orders");
    assertThat(created.isSessionRequired()).isTrue();
    assertThat(created.getLockDuration()).isEqualTo(Duration.ofSeconds(30));
    clients.sender("orders").sendMessage(ServiceBusClients.message("s1", "m1"));
    QueueSettings made = endpoint.entities().queues().get(1);
    assertThat(made)
        .isEqualTo(
            QueueSettings.sessionQueue("orders")
                .withLockDuration(Duration.ofSeconds(30))
                .withMaxDeliveryCount(3)
                .withDuplicateDetection(Duration.ofMinutes(1))
                .withTimeToLive(Duration.ofHours(2), true));
  }

  @Test
  void refusesAQueueThatIsThereAndOneThatCannotBe() {
    assertThatThrownBy(() -> admin.createQueue("JOBS")).isInstanceOf(ResourceExistsException.class);
    assertThatThrownBy(
            () ->
                admin.createQueue(
                    "orders", new CreateQueueOptions().setLockDuration(Duration.ofMinutes(6))))
        .isInstanceOf(HttpResponseException.class)
        .hasMessageContaining("locks for 5 seconds to 5 minutes");
    assertThatThrownBy(
            () -> admin.createQueue("orders", new CreateQueueOptions().setForwardTo("jobs")))
        .hasMessageContaining("Messages are not forwarded here");
    assertThat(admin.getQueueExists("orders")).isFalse();
  }

  @Test
  void updatesAQueueAndKeepsItsMessages() {
    clients.sender("jobs").sendMessage(new ServiceBusMessage("kept"));
    QueueProperties jobs = admin.getQueue("jobs");

    admin.updateQueue(
        jobs.setMaxDeliveryCount(7)
            .setLockDuration(Duration.ofSeconds(20))
            .setStatus(EntityStatus.RECEIVE_DISABLED));

    QueueProperties read = admin.getQueue("jobs");
    assertThat(read.getMaxDeliveryCount()).isEqualTo(7);
    assertThat(read.getLockDuration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(read.getStatus()).isEqualTo(EntityStatus.RECEIVE_DISABLED);
    QueueRuntimeProperties counts = admin.getQueueRuntimeProperties("jobs");
    assertThat(counts.getActiveMessageCount()).isEqualTo(1);
    assertThat(counts.getTotalMessageCount()).isEqualTo(1);
  }

  @Test
  void deletesWhatThereIsAndRefusesTheRest() {
    admin.deleteSubscription("events", "audit");
    admin.deleteTopic("events");
    admin.deleteQueue("jobs");

    assertThat(endpoint.entities().queues()).isEmpty();
    assertThat(endpoint.entities().topics()).isEmpty();
    assertThatThrownBy(() -> admin.deleteQueue("jobs"))
        .isInstanceOf(ResourceNotFoundException.class);
    assertThatThrownBy(() -> admin.getSubscription("events", "audit"))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void listsPageByPage() {
    IntStream.range(0, 120).forEach(number -> admin.createQueue("queue-" + number));

    assertThat(admin.listQueues().stream().map(QueueProperties::getName))
        .hasSize(121)
        .contains("jobs", "queue-0", "queue-119");
    assertThat(admin.listTopics().stream().map(TopicProperties::getName)).containsExactly("events");
    assertThat(
            admin.listSubscriptions("events").stream()
                .map(SubscriptionProperties::getSubscriptionName))
        .containsExactly("audit");
  }

  @Test
  void createsTopicsAndSubscriptionsWithTheirFirstRule() {
    admin.createTopic("news");
    admin.createSubscription("news", "all");
    admin.createSubscription(
        "news",
        "red",
        "colour",
        new CreateSubscriptionOptions().setMaxDeliveryCount(4),
        new CreateRuleOptions(new SqlRuleFilter("colour = 'red'")));

    ServiceBusMessage red = new ServiceBusMessage("red");
    red.getApplicationProperties().put("colour", "red");
    clients
        .keep(clients.builder().sender().topicName("news").buildClient())
        .sendMessages(List.of(red, new ServiceBusMessage("green")));

    assertThat(admin.getSubscription("news", "red").getMaxDeliveryCount()).isEqualTo(4);
    assertThat(admin.getSubscriptionRuntimeProperties("news", "all").getActiveMessageCount())
        .isEqualTo(2);
    assertThat(admin.getSubscriptionRuntimeProperties("news", "red").getActiveMessageCount())
        .isEqualTo(1);
    assertThat(admin.getTopicRuntimeProperties("news").getSubscriptionCount()).isEqualTo(2);
  }

  @Test
  void managesRules() {
    CorrelationRuleFilter correlation = new CorrelationRuleFilter().setLabel("red");
    correlation.getProperties().put("size", 5);
    admin.createRule("events", "correlation", "audit", new CreateRuleOptions(correlation));
    admin.createRule(
        "events", "sql", "audit", new CreateRuleOptions(new SqlRuleFilter("size > 5")));
    admin.createRule("events", "none", "audit", new CreateRuleOptions(new FalseRuleFilter()));
    admin.deleteRule("events", "audit", "$Default");
    RuleProperties sql = admin.getRule("events", "audit", "sql");
    assertThat(sql.getAction()).isInstanceOf(EmptyRuleAction.class);
    admin.updateRule(
        "events",
        "audit",
        sql.setFilter(new SqlRuleFilter("size > 6")).setAction(new SqlRuleAction("REMOVE size")));

    assertThat(admin.listRules("events", "audit").stream().map(RuleProperties::getName))
        .containsExactlyInAnyOrder("correlation", "sql", "none");
    assertThat(((SqlRuleFilter) admin.getRule("events", "audit", "sql").getFilter()))
        .extracting(SqlRuleFilter::getSqlExpression)
        .isEqualTo("size > 6");
    assertThat(((SqlRuleAction) admin.getRule("events", "audit", "sql").getAction()))
        .extracting(SqlRuleAction::getSqlExpression)
        .isEqualTo("REMOVE size");
    CorrelationRuleFilter read =
        (CorrelationRuleFilter) admin.getRule("events", "audit", "correlation").getFilter();
    assertThat(read.getLabel()).isEqualTo("red");
    assertThat(read.getProperties()).hasSize(1).containsKey("size");
    assertThatThrownBy(
            () ->
                admin.createRule(
                    "events", "sql", "audit", new CreateRuleOptions(new TrueRuleFilter())))
        .isInstanceOf(ResourceExistsException.class);
    assertThatThrownBy(
            () ->
                admin.createRule(
                    "events", "wrong", "audit", new CreateRuleOptions(new SqlRuleFilter("size >"))))
        .hasMessageContaining("a value is missing");
    assertThatThrownBy(
            () ->
                admin.createRule(
                    "events",
                    "wrong",
                    "audit",
                    new CreateRuleOptions().setAction(new SqlRuleAction("REMOVE sys.To"))))
        .hasMessageContaining("sys.To can be set and not removed");
  }

  @Test
  void anUpdateOfATopicKeepsItsSubscriptionsAndTheirRules() {
    admin.createRule(
        "events", "sql", "audit", new CreateRuleOptions(new SqlRuleFilter("size > 5")));
    admin.updateTopic(admin.getTopic("events").setDefaultMessageTimeToLive(Duration.ofHours(1)));
    admin.updateSubscription(admin.getSubscription("events", "audit").setMaxDeliveryCount(2));

    assertThat(admin.getTopic("events").getDefaultMessageTimeToLive())
        .isEqualTo(Duration.ofHours(1));
    assertThat(admin.getSubscription("events", "audit").getMaxDeliveryCount()).isEqualTo(2);
    assertThat(admin.listRules("events", "audit").stream()).hasSize(2);
  }

  @Test
  void aReceiverHearsThatItsQueueIsGone() {
    ServiceBusReceiverClient receiver = clients.plain("jobs");
    clients.sender("jobs").sendMessage(new ServiceBusMessage("first"));
    assertThat(receiver.receiveMessages(1)).hasSize(1);

    admin.deleteQueue("jobs");

    assertThatThrownBy(() -> receiver.receiveMessages(1).stream().toList()).isNotNull();
  }

  @Test
  void takesNoOneWithAnotherKey() {
    ServiceBusAdministrationClient stranger =
        PlainAdministration.client(
            endpoint.port(), endpoint.connectionString().replace("c2VjcmV0", "b3RoZXI="));

    assertThatThrownBy(() -> stranger.getQueue("jobs"))
        .isInstanceOf(HttpResponseException.class)
        .hasMessageContaining("InvalidSignature");
  }

  @Test
  void tellsTheNamespaceAndItsHealth() throws Exception {
    assertThat(admin.getNamespaceProperties().getName()).isEqualTo("east");

    var answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://localhost:" + endpoint.port() + "/health"))
                    .timeout(Duration.ofSeconds(20))
                    .build(),
                java.net.http.HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"healthy\"");
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entities and rules that the control endpoint and Java create, change, list and delete. */
class EntityControlTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static LocalStack stack;
  private static ServiceBusEndpoint region;
  private static ControlClient control;

  @BeforeAll
  static void start() {
    stack = LocalStack.builder().start();
    region = stack.region("east");
    control = new ControlClient(stack.controlUrl());
  }

  @AfterEach
  void deleteAll() {
    region.entities().queues().forEach(queue -> region.delete(queue.name()));
    region.entities().topics().forEach(topic -> region.delete(topic.name()));
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void aQueueIsCreatedChangedUsedAndDeletedOverHttp() throws Exception {
    JsonNode created =
        ok("PUT", "/queues/jobs%2Furgent", "{\"Properties\":{\"MaxDeliveryCount\":3}}");
    assertThat(created.path("Name").asText()).isEqualTo("jobs/urgent");
    try (var clients = new ServiceBusClients(region);
        ServiceBusReceiverClient receiver = receiver("jobs/urgent")) {
      clients.sender("jobs/urgent").sendMessage(new ServiceBusMessage("one"));

      JsonNode changed =
          ok("PUT", "/queues/jobs%2Furgent", "{\"Properties\":{\"LockDuration\":\"PT10S\"}}");

      assertThat(changed.at("/Properties/LockDuration").asText()).isEqualTo("PT10S");
      // What is not described has the service's default again.
      assertThat(changed.at("/Properties/MaxDeliveryCount").asInt()).isEqualTo(10);
      assertThat(ok("GET", "/queues/jobs%2Furgent", "")).isEqualTo(changed);
      assertThat(ok("GET", "/queues", "")).containsExactly(changed);
      assertThat(receiver.receiveMessages(1, ServiceBusClients.BOUND))
          .singleElement()
          .satisfies(message -> assertThat(message.getBody()).hasToString("one"));
    }
    ok("DELETE", "/queues/jobs%2Furgent", "");
    assertThat(region.entities().queues()).isEmpty();
    assertThat(send("GET", "/queues/jobs%2Furgent", "").statusCode()).isEqualTo(404);
  }

  @Test
  void subscriptionsAndRulesAreChangedWhileATopicIsUsed() throws Exception {
    ok("PUT", "/topics/events", "{}");
    ok("PUT", "/topics/events/subscriptions/audit", "{}");
    String rule = "/topics/events/subscriptions/audit/rules/";
    try (ServiceBusSenderClient sender = sender("events");
        ServiceBusReceiverClient audit = subscriber("events", "audit")) {
      ok("PUT", rule + "big", sqlRule("size > 5"));
      ok("DELETE", rule + "$Default", "");
      sender.sendMessages(List.of(sized("small", 1), sized("big", 9)));
      assertThat(audit.receiveMessages(1, ServiceBusClients.BOUND))
          .singleElement()
          .satisfies(message -> assertThat(message.getMessageId()).isEqualTo("big"));

      ok("PUT", rule + "big", sqlRule("size > 99"));
      ok("PUT", rule + "tiny", "{\"Properties\":{\"FilterType\":\"False\"}}");
      assertThat(ok("GET", "/topics/events/subscriptions/audit/rules", ""))
          .extracting(each -> each.path("Name").asText())
          .containsExactly("big", "tiny");
      sender.sendMessages(List.of(sized("big", 9), sized("huge", 100)));
      assertThat(audit.receiveMessages(1, ServiceBusClients.BOUND))
          .singleElement()
          .satisfies(message -> assertThat(message.getMessageId()).isEqualTo("huge"));
    }
    ok("DELETE", "/topics/events/subscriptions/audit", "");
    assertThat(ok("GET", "/topics/events/subscriptions", "")).isEmpty();
    ok("DELETE", "/topics/events", "");
    assertThat(region.entities().topics()).isEmpty();
  }

  @Test
  void whatIsToldCanBePutAgain() throws Exception {
    TopicSettings topic = topicOfAllKinds();
    region.put(topic);
    JsonNode told = ok("GET", "/topics/events", "");
    region.delete("events");

    assertThat(ok("PUT", "/topics/events", told.toString())).isEqualTo(told);
    assertThat(region.entities().topics()).containsExactly(topic);
  }

  @Test
  void aClientInAnotherProcessDescribesEntitiesAsJavaDoes() {
    QueueSettings queue =
        QueueSettings.sessionQueue("sessions")
            .withDuplicateDetection(Duration.ofMinutes(1))
            .withStatus(EntityStatus.RECEIVE_DISABLED);

    control.put("east", queue);
    control.put("east", topicOfAllKinds());

    assertThat(control.entities("east")).isEqualTo(region.entities());
    assertThat(region.entities().queues()).containsExactly(queue);
    assertThat(region.entities().topics()).containsExactly(topicOfAllKinds());
    control.deleteQueue("east", "Sessions");
    control.deleteTopic("east", "events");
    assertThat(control.entities("east").queues()).isEmpty();
    assertThat(control.entities("east").topics()).isEmpty();
  }

  @Test
  void javaGivesSubscriptionsAndRulesOneByOne() {
    region.put(TopicSettings.topic("events"));
    region.put("events", SubscriptionSettings.plain("audit"));
    String audit = "events/Subscriptions/audit";
    region.put(audit, RuleSettings.sql("big", "size > 5"));
    region.removeRule(audit, RuleSettings.DEFAULT_NAME);
    try (ServiceBusSenderClient sender = sender("events");
        ServiceBusReceiverClient receiver = subscriber("events", "audit")) {
      sender.sendMessages(List.of(sized("small", 1), sized("big", 9)));
      assertThat(receiver.receiveMessages(1, ServiceBusClients.BOUND))
          .singleElement()
          .satisfies(message -> assertThat(message.getMessageId()).isEqualTo("big"));
    }
    assertThatExceptionOfType(NoSuchEntityException.class)
        .isThrownBy(() -> region.removeRule(audit, "gone"));
    assertThatExceptionOfType(NoSuchEntityException.class)
        .isThrownBy(() -> region.put("gone", SubscriptionSettings.plain("audit")));
  }

  @Test
  void aQueueThatIsAsDescribedKeepsItsLocks() throws Exception {
    ok("PUT", "/queues/jobs", "");
    try (var clients = new ServiceBusClients(region);
        ServiceBusReceiverClient receiver =
            builder().receiver().queueName("jobs").disableAutoComplete().buildClient()) {
      clients.sender("jobs").sendMessage(new ServiceBusMessage("one"));
      ServiceBusReceivedMessage message =
          receiver.receiveMessages(1, ServiceBusClients.BOUND).iterator().next();

      ok("PUT", "/queues/jobs", "");

      receiver.complete(message);
      assertThat(region.counts().get(0).active()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "PUT; /queues/jobs; {\"Properties\":{\"LockDuration\":\"PT1H\"}}; 400; 5 seconds to 5 min",
        "PUT; /queues/jobs; {\"Properties\":{\"Colour\":1}}; 400; 'Colour' is not known here",
        "PUT; /queues/jobs; {\"Name\":\"other\"}; 400; describes 'jobs'",
        "PUT; /queues/jobs; []; 400; describes 'jobs'",
        "PUT; /queues/jobs; {\"Properties\":{\"ForwardTo\":\"x\"}}; 400; not forwarded",
        "PUT; /queues/bad name; {}; 400; needs a name",
        "PUT; /queues/taken; {}; 409; There is a 'taken' already",
        "PUT; /topics/taken/subscriptions/s/rules/r; {\"Properties\":{\"FilterType\":\"True\"}};"
            + " 404; 'taken/Subscriptions/s'",
        "PUT; /topics/none/subscriptions/s; {}; 404; 'none'",
        "PUT; /topics/taken/subscriptions; {}; 400; is none of",
        "GET; /queues/a/b; {}; 400; is none of",
        "POST; /queues/jobs; {}; 400; is none of",
        "DELETE; /queues/taken; {}; 404; 'taken'",
        "DELETE; /entities; {}; 400; is none of"
      })
  void whatCannotBeIsRefusedInOneSentence(
      String verb, String path, String body, int status, String expected) throws Exception {
    region.put(TopicSettings.topic("taken"));

    HttpResponse<String> response = send(verb, path.replace(" ", "%20"), body);

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).contains(expected).doesNotContain("\\n");
    assertThat(region.entities().queues()).isEmpty();
  }

  private static TopicSettings topicOfAllKinds() {
    return TopicSettings.topic(
            "events",
            SubscriptionSettings.plain("all"),
            SubscriptionSettings.plain("some")
                .withLockDuration(Duration.ofSeconds(7))
                .withRules(
                    RuleSettings.sql("sql", "size > 5")
                        .withAction(SqlAction.of("SET colour = 'red'")),
                    RuleSettings.of("bound", SqlFilter.of("colour = @c", Map.of("@c", "red"))),
                    RuleSettings.of(
                        "equal",
                        new CorrelationFilter(
                            Map.of(SystemProperty.LABEL, "order"), Map.of("vip", true)))))
        .withTimeToLive(Duration.ofHours(1));
  }

  private static String sqlRule(String condition) {
    return "{\"Properties\":{\"FilterType\":\"Sql\",\"SqlFilter\":{\"SqlExpression\":\"%s\"}}}"
        .formatted(condition);
  }

  private static ServiceBusMessage sized(String id, int size) {
    ServiceBusMessage message = new ServiceBusMessage(id).setMessageId(id);
    message.getApplicationProperties().put("size", size);
    return message;
  }

  private static ServiceBusClientBuilder builder() {
    return new ServiceBusClientBuilder().connectionString(region.connectionString());
  }

  private static ServiceBusSenderClient sender(String topic) {
    return builder().sender().topicName(topic).buildClient();
  }

  private static ServiceBusReceiverClient receiver(String queue) {
    return builder()
        .receiver()
        .queueName(queue)
        .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
        .buildClient();
  }

  private static ServiceBusReceiverClient subscriber(String topic, String subscription) {
    return builder()
        .receiver()
        .topicName(topic)
        .subscriptionName(subscription)
        .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
        .buildClient();
  }

  private static JsonNode ok(String verb, String path, String body) throws Exception {
    HttpResponse<String> response = send(verb, path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static HttpResponse<String> send(String verb, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(stack.controlUrl().resolve("/regions/east" + path))
            .method(verb, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }
}

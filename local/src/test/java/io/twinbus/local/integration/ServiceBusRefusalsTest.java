package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.AccessRights;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.SharedAccessAuthorizationRule;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import io.twinbus.local.conformance.PageSection;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.proton.amqp.Symbol;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not emulated is refused with the sentence that docs/local.md shows. */
class ServiceBusRefusalsTest {
  private static final String ANY_TOKEN = "SharedAccessSignature sr=any&sig=any&se=1&skn=any";
  private static final NamespaceSettings ENTITIES =
      NamespaceSettings.ofQueues(QueueSettings.plainQueue("jobs"))
          .withTopics(TopicSettings.topic("events", SubscriptionSettings.plain("audit")));

  private static ServiceBusEndpoint endpoint;
  private static ServiceBusEndpoint keyed;
  private static ServiceBusClients clients;
  private static ServiceBusAdministrationClient admin;

  @BeforeAll
  static void start() {
    ServiceBusEndpointOptions options =
        ServiceBusEndpointOptions.ofDefaults("east").withEntities(ENTITIES);
    endpoint = ServiceBusEndpoint.start(options);
    keyed = ServiceBusEndpoint.start(options.withAccess(Access.withKey("c2VjcmV0")));
    clients = new ServiceBusClients(endpoint);
    admin = PlainAdministration.client(endpoint);
  }

  @AfterAll
  static void stop() {
    clients.close();
    endpoint.close();
    keyed.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotEmulatedIsRefusedInItsSentence(MissingFeature feature) {
    assertThat(answers(feature))
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer).contains(feature.sentence()));
    assertThat(endpoint.entities()).isEqualTo(ENTITIES);
  }

  @Test
  void thePageShowsEachSentence() throws IOException {
    PageSection.of("What Service Bus refuses", ServiceBusRefusalsTest.class)
        .shows(
            Arrays.stream(MissingFeature.values())
                .map(feature -> "| " + feature.request() + " | " + feature.sentence() + " |\n")
                .collect(Collectors.joining("", "| request | answer |\n|---|---|\n", "")));
  }

  private static List<String> answers(MissingFeature feature) {
    return switch (feature) {
      case TRANSACTIONS -> List.of(said(() -> clients.sender("jobs").createTransaction()));
      case SEND_VIA -> List.of(sendVia());
      case SELECTORS ->
          List.of(
              ofJms(jms -> jms.createConsumer(jms.createQueue("jobs"), "colour = 'red'").close()));
      case BROWSERS ->
          List.of(
              ofJms(
                  jms ->
                      jms.createBrowser(jms.createQueue("jobs")).getEnumeration().nextElement()));
      case TEMPORARY_QUEUES -> List.of(ofJms(JMSContext::createTemporaryQueue));
      case WEB_SOCKETS -> List.of(http(endpoint, "GET", "$servicebus/websocket", ""));
      case MESSAGES_OVER_HTTP ->
          List.of(
              http(endpoint, "POST", "jobs/messages", "hello"),
              http(endpoint, "POST", "jobs/messages/head", ""),
              http(endpoint, "DELETE", "events/subscriptions/audit/messages/1/token", ""));
      case ENTRA_ID -> List.of(bearerOverHttp(), tokenOverAmqp());
      case FORWARDING ->
          List.of(
              created(new CreateQueueOptions().setForwardTo("jobs")),
              said(
                  () ->
                      admin.updateSubscription(
                          admin
                              .getSubscription("events", "audit")
                              .setForwardDeadLetteredMessagesTo("jobs"))));
      case PARTITIONING ->
          List.of(
              created(new CreateQueueOptions().setPartitioningEnabled(true)),
              described("TopicDescription", "EnableSubscriptionPartitioning"));
      case EXPRESS -> List.of(described("QueueDescription", "EnableExpress"));
      case ANONYMOUS_ACCESS -> List.of(described("QueueDescription", "IsAnonymousAccessible"));
      case AUTHORIZATION_RULES -> List.of(created(withAuthorizationRule()));
      case USER_METADATA -> List.of(created(new CreateQueueOptions().setUserMetadata("ours")));
      case FILTER_PARAMETERS -> List.of(withParameter());
    };
  }

  private static String sendVia() {
    try (RawAmqp client = RawAmqp.connect(endpoint.port())) {
      Symbol elsewhere = Symbol.valueOf("com.microsoft:transfer-destination-address");
      return client.refusedSender("jobs", Map.of(elsewhere, "events")).getDescription();
    }
  }

  private static String bearerOverHttp() {
    return http(
        HttpRequest.newBuilder(URI.create("http://localhost:" + keyed.port() + "/jobs"))
            .header("Authorization", "Bearer eyJ0eXAiOiJKV1QifQ.e30.c2ln"));
  }

  private static String tokenOverAmqp() {
    try (RawAmqp client = RawAmqp.anonymous(keyed.port())) {
      return String.valueOf(
          client
              .putToken("jobs", "eyJ0eXAiOiJKV1QifQ.e30.c2ln")
              .getApplicationProperties()
              .getValue()
              .get("statusDescription"));
    }
  }

  private static CreateQueueOptions withAuthorizationRule() {
    CreateQueueOptions options = new CreateQueueOptions();
    options
        .getAuthorizationRules()
        .add(new SharedAccessAuthorizationRule("reader", List.of(AccessRights.LISTEN)));
    return options;
  }

  private static String withParameter() {
    SqlRuleFilter filter = new SqlRuleFilter("size > @least");
    filter.getParameters().put("@least", 5);
    return said(() -> admin.createRule("events", "sql", "audit", new CreateRuleOptions(filter)));
  }

  private static String created(CreateQueueOptions options) {
    return said(() -> admin.createQueue("other", options));
  }

  /** The answer to an entity of a kind with a property that no client of Java sets. */
  private static String described(String kind, String property) {
    return http(
        endpoint,
        "PUT",
        "other",
        """
        <entry xmlns="http://www.w3.org/2005/Atom"><content type="application/xml">
        <%1$s xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect">
        <%2$s>true</%2$s></%1$s></content></entry>
        """
            .formatted(kind, property));
  }

  private interface Asking {
    void of(JMSContext jms) throws JMSException;
  }

  private static String ofJms(Asking asking) {
    String address = "amqp://127.0.0.1:" + endpoint.port();
    try (JMSContext context = new JmsConnectionFactory("any", "any", address).createContext()) {
      return said(() -> asking.of(context));
    }
  }

  private static String said(ThrowingCallable asked) {
    return String.valueOf(catchThrowable(asked));
  }

  private static String http(ServiceBusEndpoint at, String verb, String path, String body) {
    return http(
        HttpRequest.newBuilder(URI.create("http://localhost:" + at.port() + "/" + path))
            .header("Authorization", ANY_TOKEN)
            .method(verb, HttpRequest.BodyPublishers.ofString(body)));
  }

  private static String http(HttpRequest.Builder request) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<String> answer =
        client
            .sendAsync(
                request.timeout(Duration.ofSeconds(60)).build(),
                HttpResponse.BodyHandlers.ofString())
            .join();
    assertThat(answer.statusCode()).isBetween(400, 401);
    return answer.body();
  }
}

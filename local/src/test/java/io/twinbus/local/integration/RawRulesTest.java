package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rules that older SDKs send over AMQP, and today's Java SDK cannot. */
class RawRulesTest {
  private static final int PROPERTIES_AT = 8;
  private static final String AUDIT = "events/Subscriptions/audit";

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withEntities(
                  NamespaceSettings.ofQueues()
                      .withTopics(
                          TopicSettings.topic(
                              "events", SubscriptionSettings.plain("audit").withRules()))));

  private final ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Test
  void aCorrelationWithNullIsKeptAndMet() {
    Map<String, Object> wanted = new HashMap<>();
    wanted.put("colour", "red");
    wanted.put("shade", null);
    Map<String, Object> rule = Map.of("correlation-filter", Map.of("properties", wanted));
    try (RawAmqp client = RawAmqp.connect(endpoint.port())) {
      client.request(
          AUDIT,
          "com.microsoft:add-rule",
          Map.of("rule-name", "unshaded", "rule-description", rule));
      Message rules =
          client.request(AUDIT, "com.microsoft:enumerate-rules", Map.of("skip", 0, "top", 10));

      assertThat(properties(rules)).isEqualTo(wanted);
    }
    ServiceBusMessage red = new ServiceBusMessage("red");
    red.getApplicationProperties().put("colour", "red");
    ServiceBusMessage shaded = new ServiceBusMessage("shaded");
    shaded.getApplicationProperties().put("colour", "red");
    shaded.getApplicationProperties().put("shade", "dark");
    ServiceBusSenderClient events =
        clients.keep(clients.builder().sender().topicName("events").buildClient());
    events.sendMessages(List.of(red, shaded));

    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
  }

  @Test
  void theManagementApiTakesAndTellsNull() {
    String rule =
        """
        <entry xmlns="http://www.w3.org/2005/Atom"><content type="application/xml">
        <RuleDescription xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect"
            xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
        <Filter i:type="CorrelationFilter"><Properties><KeyValueOfstringanyType>
        <Key>shade</Key><Value i:nil="true"/></KeyValueOfstringanyType></Properties></Filter>
        </RuleDescription></content></entry>
        """;
    HttpRequest put =
        HttpRequest.newBuilder(
                URI.create("http://localhost:%d/%s/Rules/none".formatted(endpoint.port(), AUDIT)))
            .header("Authorization", "SharedAccessSignature any")
            .PUT(HttpRequest.BodyPublishers.ofString(rule))
            .timeout(Duration.ofSeconds(60))
            .build();

    HttpResponse<String> made =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .sendAsync(put, HttpResponse.BodyHandlers.ofString())
            .join();

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(made.body()).contains("<Key>shade</Key><Value i:nil=\"true\"/>");
  }

  /** The application properties that the first rule of an answer compares with. */
  private static Map<?, ?> properties(Message answer) {
    Map<?, ?> body = (Map<?, ?>) ((AmqpValue) answer.getBody()).getValue();
    List<?> rules = (List<?>) Objects.requireNonNull(body.get("rules"), "there is one");
    Object rule = ((Map<?, ?>) rules.get(0)).get("rule-description");
    DescribedType filter = (DescribedType) parts(rule).get(0);
    return (Map<?, ?>) parts(filter).get(PROPERTIES_AT);
  }

  private static List<?> parts(@Nullable Object described) {
    DescribedType type = (DescribedType) Objects.requireNonNull(described, "it is described");
    return (List<?>) type.getDescribed();
  }
}

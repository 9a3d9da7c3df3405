package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.Map;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a raw AMQP client may attach to, by its claims and by the kind that it says to be of. */
class ServiceBusClaimsTest {
  private static final Symbol ENTITY_TYPE = Symbol.valueOf("com.microsoft:entity-type");
  private static final Map<Symbol, Object> QUEUE = Map.of(ENTITY_TYPE, 0);
  private static final Map<Symbol, Object> TOPIC = Map.of(ENTITY_TYPE, 1);
  private static final Map<Symbol, Object> SUBSCRIPTION = Map.of(ENTITY_TYPE, 2);

  private static final NamespaceSettings ENTITIES =
      NamespaceSettings.ofQueues(QueueSettings.plainQueue("jobs"))
          .withTopics(TopicSettings.topic("events", SubscriptionSettings.plain("audit")));

  private ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east").withEntities(ENTITIES));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void refusesLinksWithoutAClaim() {
    try (RawAmqp client = RawAmqp.anonymous(endpoint.port())) {
      ErrorCondition sending = client.refusedSender("jobs", Map.of());
      ErrorCondition receiving = client.refusedReceiver("jobs", Map.of());

      assertThat(sending.getCondition().toString()).isEqualTo("amqp:unauthorized-access");
      assertThat(sending.getDescription())
          .startsWith(
              "Unauthorized access. 'Send' claim(s) are required to perform this operation.")
          .contains("'sb://east/jobs'");
      assertThat(receiving.getDescription()).startsWith("Unauthorized access. 'Listen' claim(s)");
    }
  }

  @Test
  void aRequestNeedsTheClaimWhenItIsMade() {
    Map<String, Object> one = Map.of("from-sequence-number", 1L, "message-count", 1);
    try (RawAmqp client = RawAmqp.anonymous(endpoint.port())) {
      // As rule managers of older SDKs do: the link first, and then the token.
      client.acceptedSender("jobs/$management", Map.of());
      Message refused = client.request("jobs", "com.microsoft:peek-message", one);
      client.claim("jobs");
      Message answered = client.request("jobs", "com.microsoft:peek-message", one);

      assertThat(refused.getApplicationProperties().getValue())
          .containsEntry("statusCode", 401)
          .extractingByKey("statusDescription")
          .asString()
          .startsWith("Unauthorized access. 'Listen' claim(s)");
      assertThat(answered.getApplicationProperties().getValue()).containsEntry("statusCode", 204);
    }
  }

  @Test
  void aClaimOpensItsEntityAndNoOther() {
    try (RawAmqp client = RawAmqp.anonymous(endpoint.port())) {
      client.claim("jobs");

      client.sendPresettled("jobs", message());

      assertThat(client.refusedSender("events", Map.of()).getDescription())
          .contains("'Send' claim(s) are required");
    }
    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
  }

  @Test
  void theKeyByPlainOpensTheNamespace() {
    endpoint.close();
    endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withEntities(ENTITIES)
                .withAccess(new Access("all", "c2VjcmV0")));

    try (RawAmqp client = RawAmqp.plain(endpoint.port(), "all", "c2VjcmV0")) {
      client.sendPresettled("jobs", message());
    }

    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
    assertThatThrownBy(() -> RawAmqp.plain(endpoint.port(), "all", "other"))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void aClientForQueuesDoesNotOpenATopicNorTheReverse() {
    try (RawAmqp client = RawAmqp.connect(endpoint.port())) {
      ErrorCondition queueToTopic = client.refusedSender("events", QUEUE);
      ErrorCondition topicToQueue = client.refusedSender("jobs", TOPIC);
      ErrorCondition subscriptionToQueue = client.refusedReceiver("jobs", SUBSCRIPTION);
      ErrorCondition topicToSubscription =
          client.refusedReceiver("events/Subscriptions/audit", TOPIC);

      assertThat(queueToTopic.getCondition().toString()).isEqualTo("amqp:not-allowed");
      assertThat(queueToTopic.getDescription())
          .startsWith("Cannot open a Queue client for entity type Topic.");
      assertThat(topicToQueue.getDescription())
          .startsWith("Cannot open a Topic client for entity type Queue.");
      assertThat(subscriptionToQueue.getDescription())
          .startsWith("Cannot open a Subscriber client for entity type Queue.");
      assertThat(topicToSubscription.getDescription())
          .startsWith("Cannot open a Topic client for entity type Subscriber.");
      client.acceptedSender("events", TOPIC);
      client.acceptedSender("jobs", QUEUE);
    }
  }

  private static Message message() {
    Message message = Proton.message();
    message.setMessageId("m1");
    message.setBody(new AmqpValue("hello"));
    return message;
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Queue;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What applications do through JMS, with the client that Microsoft's documentation names. */
class JmsClientTest {
  private static final String KEY = "c2VjcmV0";
  private static final long PATIENCE_MS = 20_000;

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withQueues(QueueSettings.plainQueue("jobs"))
              .withAccess(new Access("all", KEY)));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void sendsAndReceivesWithTheKey() {
    try (JMSContext context = connect(KEY)) {
      Queue jobs = context.createQueue("jobs");
      context.createProducer().send(jobs, "hello");

      assertThat(context.createConsumer(jobs).receiveBody(String.class, PATIENCE_MS))
          .isEqualTo("hello");
    }
    assertThat(endpoint.counts().get(0).unsettled()).isZero();
  }

  @Test
  void isNotLetInWithAnotherKey() {
    assertThatThrownBy(() -> connect("b3RoZXI=").close())
        .isInstanceOf(JMSSecurityRuntimeException.class);
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

  private JMSContext connect(String key) {
    return new JmsConnectionFactory("all", key, "amqp://127.0.0.1:" + endpoint.port())
        .createContext();
  }
}

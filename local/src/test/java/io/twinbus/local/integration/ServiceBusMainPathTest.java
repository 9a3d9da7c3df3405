package io.twinbus.local.integration;

import static io.twinbus.local.conformance.ServiceBusUser.some;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceBusMainPathTest {
  private final TickingClock clock = new TickingClock(Instant.now());
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withClock(clock)
              .withQueues(QueueSettings.sessionQueue("orders")));
  private final ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Test
  void givesTheMessagesOfASessionInTheOrderOfSending() {
    ServiceBusSenderClient sender = clients.sender("orders");
    sender.sendMessages(messages("s1", 20));
    sender.sendMessage(message("s1", "last"));

    ServiceBusReceiverClient session = clients.keep(clients.sessions("orders").acceptNextSession());
    List<String> got = new ArrayList<>();
    for (ServiceBusReceivedMessage message : some(session, 21)) {
      got.add(message.getMessageId());
      session.complete(message);
    }

    assertThat(session.getSessionId()).isEqualTo("s1");
    assertThat(got).hasSize(21).startsWith("s1-1", "s1-2").endsWith("s1-20", "last");
    assertThat(counts().unsettled()).isZero();
  }

  @Test
  void activatesAScheduledMessageUnderANewSequenceNumber() {
    ServiceBusSenderClient sender = clients.sender("orders");
    long scheduledAs =
        sender.scheduleMessage(
            message("s1", "later"), clock.instant().plusSeconds(1).atOffset(ZoneOffset.UTC));
    sender.sendMessage(message("s1", "now"));
    assertThat(counts().scheduled()).isEqualTo(1);
    clock.tick(Duration.ofSeconds(1));
    endpoint.tick();

    ServiceBusReceiverClient session = clients.keep(clients.sessions("orders").acceptSession("s1"));
    List<ServiceBusReceivedMessage> got = some(session, 2);

    assertThat(got)
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("now", "later");
    assertThat(got.get(1).getSequenceNumber()).isGreaterThan(scheduledAs);
    assertThat(got.get(1).getEnqueuedSequenceNumber()).isEqualTo(scheduledAs);
  }

  @Test
  void waitsForASessionAndThenGivesUp() {
    try (ServiceBusClients hasty = new ServiceBusClients(endpoint, Duration.ofSeconds(2))) {
      var receiver = hasty.sessions("orders");

      assertThatThrownBy(receiver::acceptNextSession)
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
  }

  private EntityCounts counts() {
    return endpoint.counts().get(0);
  }
}

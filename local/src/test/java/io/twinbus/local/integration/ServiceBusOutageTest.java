package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.BOUND;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.untilItWorks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.local.network.Outage;
import io.twinbus.local.network.PortTakenException;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(ExecutionMode.CONCURRENT)
class ServiceBusOutageTest {
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east"));
  private final ServiceBusClients clients = new ServiceBusClients(endpoint, Duration.ofSeconds(6));

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Timeout(180)
  @ParameterizedTest
  @EnumSource(Outage.class)
  void keepsMessagesOverAnOutageAndTheSameClientsComeBack(Outage mode) {
    ServiceBusSenderClient sender = clients.sender("orders");
    ServiceBusSessionReceiverClient receiver = clients.sessions("orders");
    sender.sendMessage(message("s1", "before"));
    int port = endpoint.port();

    endpoint.outage(mode);
    assertThatThrownBy(() -> sender.sendMessage(message("s1", "during")))
        .isInstanceOf(RuntimeException.class);
    endpoint.restore();

    untilItWorks(() -> sender.sendMessage(message("s1", "after")));
    Deque<ServiceBusReceiverClient> sessions = new ArrayDeque<>();
    untilItWorks(() -> sessions.push(clients.keep(receiver.acceptNextSession())));
    List<String> got = new ArrayList<>();
    while (!got.contains("after")) {
      sessions
          .element()
          .receiveMessages(1, Duration.ofSeconds(5))
          .forEach(message -> got.add(message.getMessageId()));
    }
    // The failed send is ambiguous: it may have arrived before the connection broke.
    got.remove("during");
    assertThat(got).containsExactly("before", "after");
    assertThat(endpoint.port()).isEqualTo(port);
  }

  @Test
  void givesALockedSessionBackWhenItsConnectionDiesWithoutCountingAFailure() {
    clients.sender("orders").sendMessage(message("s1", "one"));
    ServiceBusReceiverClient lost = clients.keep(clients.sessions("orders").acceptNextSession());
    assertThat(lost.receiveMessages(1, BOUND)).hasSize(1);

    endpoint.outage(Outage.REFUSE);
    Awaitility.await().atMost(BOUND).until(() -> endpoint.counts().get(0).lockedSessions() == 0);
    endpoint.restore();

    try (ServiceBusClients others = new ServiceBusClients(endpoint)) {
      ServiceBusReceiverClient session = others.keep(others.sessions("orders").acceptNextSession());
      assertThat(session.receiveMessages(1, BOUND))
          .singleElement()
          .satisfies(message -> assertThat(message.getDeliveryCount()).isZero());
    }
  }

  @Test
  void delaysBothDirections() {
    ServiceBusSenderClient sender = clients.sender("orders");
    sender.sendMessage(message("s1", "warm"));

    endpoint.latency(Duration.ofMillis(150));
    long start = System.nanoTime();
    sender.sendMessage(message("s1", "slow"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }

  @Test
  void saysInOneSentenceThatThePortIsTaken() {
    var options = ServiceBusEndpointOptions.ofDefaults("west").withPort(endpoint.port());

    assertThatThrownBy(() -> ServiceBusEndpoint.start(options))
        .isInstanceOf(PortTakenException.class)
        .hasMessageContaining("Port " + endpoint.port());
  }
}

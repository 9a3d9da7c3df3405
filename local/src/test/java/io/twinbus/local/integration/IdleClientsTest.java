package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.BOUND;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.untilItWorks;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.time.Duration;
import java.util.Map;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Links that are not used and connections without links end as on Azure, in seconds here. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class IdleClientsTest {
  private static final Duration IDLE = Duration.ofSeconds(2);

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withQueues(QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"))
              .withLimits(ConnectionLimits.defaults().withLinkIdle(IDLE).withoutLinks(IDLE)));
  private final ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Test
  void anIdleLinkIsDetachedInTheServicesWords() {
    try (RawAmqp client = RawAmqp.connect(endpoint.port())) {
      ErrorCondition sending = client.refusedSender("jobs", Map.of());
      ErrorCondition receiving = client.refusedReceiver("jobs", Map.of());

      assertThat(sending.getCondition().toString()).isEqualTo("amqp:link:detach-forced");
      assertThat(sending.getDescription())
          .contains("AmqpMessagePublisher.IdleTimerExpired: Idle timeout: 00:00:02.");
      assertThat(receiving.getCondition().toString()).isEqualTo("amqp:link:detach-forced");
      assertThat(receiving.getDescription()).contains("AmqpMessageConsumer.IdleTimerExpired");
    }
  }

  @Test
  void aConnectionThatHasOnlyLinksForTokensIsClosed() {
    try (RawAmqp client = RawAmqp.connect(endpoint.port())) {
      ErrorCondition end = client.idleUntilClosed();

      assertThat(end.getCondition().toString()).isEqualTo("amqp:connection:forced");
      assertThat(end.getDescription()).contains("more than the allowed 2000 milliseconds");
    }
  }

  @Test
  void theSdkSendsAgainAfterItsLinkAndItsConnectionHaveIdledOut() {
    ServiceBusSenderClient sender = clients.sender("jobs");
    sender.sendMessage(new ServiceBusMessage("1"));
    Awaitility.await().atMost(BOUND).until(() -> endpoint.listener().connections() == 0);

    // What the SDK has not noticed yet it tells once, as after any break.
    untilItWorks(() -> sender.sendMessage(new ServiceBusMessage("2")));

    assertThat(endpoint.counts().stream().filter(queue -> queue.entity().equals("jobs")))
        .singleElement()
        .satisfies(queue -> assertThat(queue.active()).isEqualTo(2));
  }

  /** A machine that does much else beside may pause for longer than the idle time. */
  @Test
  void aReceiverThatRenewsItsLockKeepsItsLink() {
    clients.sender("orders").sendMessage(message("s", "1"));

    untilItWorks(this::renewForThreeIdleTimes);

    assertThat(endpoint.counts()).allSatisfy(queue -> assertThat(queue.active()).isZero());
  }

  private void renewForThreeIdleTimes() {
    ServiceBusReceiverClient held = clients.sessions("orders").acceptSession("s");
    ServiceBusReceivedMessage message = held.receiveMessages(1, BOUND).stream().toList().get(0);

    Awaitility.await()
        .atMost(BOUND)
        .pollInterval(IDLE.dividedBy(5))
        .during(IDLE.multipliedBy(3))
        .until(() -> held.renewSessionLock() != null);
    held.complete(message);
  }

  @Test
  void aReceiverThatDoesNothingLosesItsSession() {
    clients.sender("orders").sendMessage(message("s", "1"));
    ServiceBusReceiverClient held = clients.sessions("orders").acceptSession("s");
    assertThat(held.receiveMessages(1, BOUND).stream()).hasSize(1);

    // Its lock would hold for a minute. An accept of the rival can idle out, too.
    try (ServiceBusClients others = new ServiceBusClients(endpoint, IDLE.multipliedBy(4))) {
      ServiceBusSessionReceiverClient rival = others.sessions("orders");
      untilItWorks(() -> rival.acceptSession("s").close());
    }
  }
}

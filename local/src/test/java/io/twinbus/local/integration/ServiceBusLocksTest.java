package io.twinbus.local.integration;

import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.untilEnded;
import static io.twinbus.local.integration.ServiceBusClients.BOUND;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class ServiceBusLocksTest {
  private static final Duration LOCK = Duration.ofSeconds(10);

  private final TickingClock clock = new TickingClock(Instant.now());
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withClock(clock)
              .withQueues(
                  QueueSettings.sessionQueue("short").withLockDuration(LOCK),
                  QueueSettings.sessionQueue("orders")));
  private final ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  private void pass(Duration time) {
    clock.tick(time);
    endpoint.tick();
  }

  @Test
  void losesASessionLockThatIsNotRenewedAndCountsTheDelivery() {
    clients.sender("short").sendMessage(message("s1", "m1"));
    ServiceBusReceiverClient slow = clients.keep(clients.sessions("short").acceptNextSession());
    ServiceBusReceivedMessage lost = one(slow);
    pass(LOCK);
    assertThat(endpoint.counts().get(0).lockedSessions()).isZero();

    untilEnded(slow);
    assertThatThrownBy(() -> slow.complete(lost)).isInstanceOf(ServiceBusException.class);

    ServiceBusReceiverClient next = clients.keep(clients.sessions("short").acceptNextSession());
    ServiceBusReceivedMessage again = one(next);
    assertThat(again.getDeliveryCount()).isEqualTo(1);
    next.complete(again);
  }

  @Test
  void keepsARenewedSessionLock() {
    clients.sender("short").sendMessage(message("s1", "m1"));
    ServiceBusReceiverClient holder = clients.keep(clients.sessions("short").acceptNextSession());
    ServiceBusReceivedMessage message = one(holder);

    for (int i = 0; i < 4; i++) {
      pass(LOCK.dividedBy(2));
      assertThat(holder.renewSessionLock().toInstant()).isEqualTo(clock.instant().plus(LOCK));
    }

    holder.complete(message);
    assertThat(endpoint.counts().get(0).unsettled()).isZero();
  }

  @Test
  void refusesASecondHolder() {
    clients.sender("orders").sendMessage(message("s1", "m1"));
    clients.keep(clients.sessions("orders").acceptNextSession());

    // Accepting by id may be lazy in this SDK: then the first use tells.
    assertThatThrownBy(
            () ->
                clients
                    .keep(clients.sessions("orders").acceptSession("s1"))
                    .receiveMessages(1, BOUND)
                    .forEach(message -> {}))
        .hasMessageContaining("'s1' cannot be accepted");
  }

  @Test
  void grantsAWaitingReceiverTheSessionThatTurnsUp() {
    ServiceBusSessionReceiverAsyncClient receiver = clients.asyncSessions("orders");
    Queue<ServiceBusReceiverAsyncClient> granted = new ConcurrentLinkedQueue<>();
    var waiting = receiver.acceptNextSession().subscribe(granted::add);
    try {
      clients.sender("orders").sendMessage(message("s1", "m1"));
      Awaitility.await().atMost(BOUND).until(() -> !granted.isEmpty());
      assertThat(granted.element().getSessionId()).isEqualTo("s1");
    } finally {
      granted.forEach(ServiceBusReceiverAsyncClient::close);
      waiting.dispose();
    }
  }

  @Test
  void servesFiftySessionsAtOnceEachInItsOrder() {
    int sessions = 50;
    int each = 20;
    for (int i = 0; i < sessions; i++) {
      clients.sender("orders").sendMessages(messages("s" + i, each));
    }
    Map<String, List<String>> got = new ConcurrentHashMap<>();
    ServiceBusSessionReceiverAsyncClient receiver = clients.asyncSessions("orders");

    Queue<ServiceBusReceiverAsyncClient> served = new ConcurrentLinkedQueue<>();

    Flux.range(0, sessions)
        .flatMap(i -> receiver.acceptNextSession(), sessions)
        .flatMap(
            session ->
                session
                    .receiveMessages()
                    .concatMap(
                        message -> {
                          got.computeIfAbsent(
                                  String.valueOf(message.getSessionId()),
                                  id -> new CopyOnWriteArrayList<>())
                              .add(message.getMessageId());
                          return session.complete(message).thenReturn(message);
                        })
                    .take(each)
                    .then(Mono.fromRunnable(() -> served.add(session))),
            sessions)
        .blockLast(BOUND);
    // Closing blocks and needs the SDK's own threads, so it is done here and not in the stream.
    served.forEach(ServiceBusReceiverAsyncClient::close);

    assertThat(got).hasSize(sessions);
    got.forEach(
        (session, ids) ->
            assertThat(ids)
                .isEqualTo(
                    IntStream.rangeClosed(1, each)
                        .mapToObj(n -> session + "-" + n)
                        .collect(Collectors.toList())));
    assertThat(endpoint.counts().get(1).unsettled()).isZero();
  }
}

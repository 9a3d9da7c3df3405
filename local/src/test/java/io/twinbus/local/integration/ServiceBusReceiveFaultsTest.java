package io.twinbus.local.integration;

import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static io.twinbus.local.conformance.ServiceBusUser.untilEnded;
import static io.twinbus.local.integration.ServiceBusClients.BOUND;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.messages;
import static io.twinbus.local.integration.ServiceBusClients.untilItWorks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Effect.Kind;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a receiver sees of each fault, and what the entity holds afterwards. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceBusReceiveFaultsTest {

  private final TickingClock clock = new TickingClock(Instant.now());
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withClock(clock)
              .withQueues(QueueSettings.sessionQueue("orders"), QueueSettings.plainQueue("plain")));
  private ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "HANG", "DETACH", "CLOSE"})
  void aCompletionWhoseReplyIsLostHasHappened(Kind kind) {
    clients = ServiceBusClients.thatSuffer(endpoint, kind);
    ServiceBusReceiverClient session = sessionWith("m1");
    ServiceBusReceivedMessage message = receiveOne(session);
    endpoint.faults().inject(Fault.after(Operation.COMPLETE, Effect.of(kind)));

    Throwable seen = catchThrowable(() -> session.complete(message));

    assertThat(seen).isInstanceOf(RuntimeException.class);
    assertThat(held("orders").unsettled()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "HANG", "DETACH", "CLOSE"})
  void aCompletionThatWasStruckBeforeHasNotHappened(Kind kind) {
    clients = ServiceBusClients.thatSuffer(endpoint, kind);
    ServiceBusReceiverClient session = sessionWith("m1");
    ServiceBusReceivedMessage message = receiveOne(session);
    endpoint.faults().inject(Fault.before(Operation.COMPLETE, Effect.of(kind)));

    Throwable seen = catchThrowable(() -> session.complete(message));

    assertThat(seen).isInstanceOf(RuntimeException.class);
    assertThat(held("orders").unsettled()).isOne();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETE", "ABANDON", "DEFER", "RENEW_LOCK", "STATE", "PEEK"})
  void eachOperationOfAReceiverCanBeThrottled(Operation operation) {
    ServiceBusReceiverClient session = sessionWith("m1");
    ServiceBusReceivedMessage message = receiveOne(session);
    int fault = endpoint.faults().inject(Fault.throttle(operation));

    ServiceBusException seen =
        catchThrowableOfType(ServiceBusException.class, () -> run(operation, session, message));

    assertThat(seen.getReason()).isEqualTo(ServiceBusFailureReason.SERVICE_BUSY);
    assertThat(seen.isTransient()).isTrue();
    assertThat(endpoint.faults().all().get(fault - 1).struck()).containsOnlyKeys(operation);
    assertThat(held("orders").locked()).isOne();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETE", "RENEW_LOCK", "STATE"})
  void aSessionLockThatIsLostUponAnOperationIsSeenByIt(Operation operation) {
    ServiceBusReceiverClient session = sessionWith("m1");
    ServiceBusReceivedMessage message = receiveOne(session);
    endpoint.faults().inject(Fault.before(operation, Effect.of(Kind.LOSE_LOCK)));

    Throwable seen = catchThrowable(() -> run(operation, session, message));

    assertThat(seen)
        .isInstanceOfSatisfying(
            ServiceBusException.class,
            e ->
                assertThat(e.getReason())
                    .isIn(
                        ServiceBusFailureReason.SESSION_LOCK_LOST,
                        ServiceBusFailureReason.MESSAGE_LOCK_LOST));
    assertThat(held("orders").lockedSessions()).isZero();
    assertThat(receiveOne(accept()).getDeliveryCount()).isOne();
  }

  @Test
  void aMessageLockThatIsLostWithTheDeliveryIsSeenOnCompletion() {
    clients.sender("plain").sendMessage(new ServiceBusMessage("body").setMessageId("m1"));
    endpoint.faults().inject(Fault.before(Operation.RECEIVE, Effect.of(Kind.LOSE_LOCK)));
    ServiceBusReceiverClient receiver = clients.plain("plain");
    ServiceBusReceivedMessage first = receiveOne(receiver);

    ServiceBusException seen =
        catchThrowableOfType(ServiceBusException.class, () -> receiver.complete(first));

    assertThat(seen.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
    ServiceBusReceivedMessage again = receiveOne(receiver);
    assertThat(again.getDeliveryCount()).isOne();
    receiver.complete(again);
  }

  @Test
  void locksLostAtOnceAreOfTheSessionThatWasNamed() {
    clients.sender("orders").sendMessages(List.of(message("s1", "m1")));
    clients.sender("orders").sendMessages(List.of(message("s2", "m1")));
    ServiceBusReceiverClient first = accept();
    ServiceBusReceiverClient second = accept();
    ServiceBusReceivedMessage lost = receiveOne(first);
    ServiceBusReceivedMessage kept = receiveOne(second);

    int count = endpoint.faults().loseLocks(new Target("orders", first.getSessionId()));

    assertThat(count).isOne();
    untilEnded(first);
    assertThat(catchThrowableOfType(ServiceBusException.class, () -> first.complete(lost)))
        .extracting(ServiceBusException::getReason)
        .isEqualTo(ServiceBusFailureReason.SESSION_LOCK_LOST);
    second.complete(kept);
    assertThat(held("orders").active()).isOne();
  }

  @Test
  void aStalledLinkDeliversNothingThoughThereIsBacklogAndANewOneDoes() {
    clients.sender("orders").sendMessages(messages("s1", 2));
    int fault = endpoint.faults().inject(Fault.before(Operation.RECEIVE, Effect.of(Kind.HANG)));
    ServiceBusReceiverClient stalled = accept();

    assertThat(soFar(stalled)).isEmpty();

    await().atMost(BOUND).until(() -> endpoint.faults().all().get(fault - 1).strikes() == 1);
    assertThat(soFar(stalled)).isEmpty();
    assertThat(held("orders").active()).isEqualTo(2);
    stalled.close();
    assertThat(receiveOne(accept()).getMessageId()).isEqualTo("s1-1");
  }

  @Test
  void aSessionWhoseGrantIsLostStaysLockedUntilItsLinkIsGone() {
    clients.sender("orders").sendMessage(message("s1", "m1"));
    endpoint
        .faults()
        .inject(Fault.after(Operation.ACCEPT_SESSION, Effect.fail(FaultCondition.TIMEOUT)));

    Throwable seen = catchThrowable(this::accept);

    assertThat(seen).isInstanceOf(RuntimeException.class);
    assertThat(held("orders").lockedSessions()).isOne();
    assertThat(catchThrowable(() -> clients.sessions("orders").acceptSession("s1")))
        .hasMessageContaining("cannot be accepted");
    endpoint.faults().loseLocks(Target.ANYTHING);
    assertThat(receiveOne(accept()).getMessageId()).isEqualTo("m1");
  }

  @Test
  void linksDetachedAtOnceLetTheirSessionsGo() {
    ServiceBusReceiverClient session = sessionWith("m1");
    receiveOne(session);

    int count = endpoint.faults().detachLinks(new Target("orders", "s1"));

    assertThat(count).isOne();
    assertThat(held("orders").lockedSessions()).isZero();
    assertThat(receiveOne(accept()).getDeliveryCount()).isZero();
  }

  @Test
  void connectionsClosedAtOnceComeBack() {
    ServiceBusReceiverClient session = sessionWith("m1");
    receiveOne(session);

    assertThat(endpoint.faults().closeConnections()).isOne();

    assertThat(held("orders").lockedSessions()).isZero();
    untilItWorks(() -> assertThat(receiveOne(accept()).getMessageId()).isEqualTo("m1"));
  }

  @Test
  void aRegionCanReturnEmpty() {
    ServiceBusReceiverClient session = sessionWith("m1");
    receiveOne(session);
    clients.sender("orders").sendMessages(messages("s2", 3));

    int gone = endpoint.faults().vanish("orders");

    assertThat(gone).isEqualTo(4);
    assertThat(held("orders").unsettled()).isZero();
    clients.sender("orders").sendMessage(message("s1", "new"));
    assertThat(receiveOne(session).getMessageId()).isEqualTo("new");
  }

  @Test
  void aRegionCanReturnWithMessagesThatWereSettled() {
    int fault = endpoint.faults().inject(Fault.keepSettled().in("orders"));
    ServiceBusReceiverClient session = sessionWith("m1");
    ServiceBusReceivedMessage message = receiveOne(session);
    session.complete(message);
    assertThat(held("orders").unsettled()).isZero();

    int back = endpoint.faults().bringBackSettled();

    assertThat(back).isOne();
    assertThat(endpoint.faults().all().get(fault - 1).strikes()).isOne();
    ServiceBusReceivedMessage again = receiveOne(session);
    assertThat(again.getMessageId()).isEqualTo("m1");
    assertThat(again.getSequenceNumber()).isEqualTo(message.getSequenceNumber());
    assertThat(endpoint.faults().bringBackSettled()).isZero();
  }

  @Test
  void scheduledMessagesBecomeVisibleInAnotherOrder() {
    int fault = endpoint.faults().inject(Fault.scramble(Duration.ZERO, 7).in("orders"));
    OffsetDateTime due = clock.instant().plusSeconds(1).atOffset(ZoneOffset.UTC);
    List<ServiceBusMessage> sent = messages("s1", 8);
    sent.forEach(message -> message.setScheduledEnqueueTime(due));
    clients.sender("orders").sendMessages(sent);
    clock.tick(Duration.ofSeconds(1));
    endpoint.tick();

    ServiceBusReceiverClient session = accept();
    List<String> got = new ArrayList<>();
    while (got.size() < sent.size()) {
      got.add(receiveOne(session).getMessageId());
    }

    List<String> ids = sent.stream().map(ServiceBusMessage::getMessageId).toList();
    assertThat(got).containsExactlyInAnyOrderElementsOf(ids).isNotEqualTo(ids);
    assertThat(endpoint.faults().all().get(fault - 1).struck())
        .isEqualTo(Map.of(Operation.ACTIVATE, 8L));
  }

  private static void run(
      Operation operation, ServiceBusReceiverClient session, ServiceBusReceivedMessage message) {
    switch (operation) {
      case COMPLETE -> session.complete(message);
      case ABANDON -> session.abandon(message);
      case DEFER -> session.defer(message);
      case DEAD_LETTER -> session.deadLetter(message);
      case RENEW_LOCK -> session.renewSessionLock();
      case STATE -> session.setSessionState(new byte[] {1});
      case PEEK -> session.peekMessage();
      default -> throw new AssertionError(operation);
    }
  }

  private ServiceBusReceiverClient sessionWith(String id) {
    clients.sender("orders").sendMessage(message("s1", id));
    return accept();
  }

  private ServiceBusReceiverClient accept() {
    return clients.keep(clients.sessions("orders").acceptNextSession());
  }

  private static ServiceBusReceivedMessage receiveOne(ServiceBusReceiverClient receiver) {
    return one(receiver);
  }

  private EntityCounts held(String queue) {
    return endpoint.counts().stream()
        .filter(counts -> counts.entity().equals(queue))
        .findFirst()
        .orElseThrow();
  }
}

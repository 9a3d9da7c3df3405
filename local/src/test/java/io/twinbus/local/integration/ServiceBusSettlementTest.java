package io.twinbus.local.integration;

import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceBusSettlementTest {
  private static final Duration LOCK = Duration.ofSeconds(10);

  private final TickingClock clock = new TickingClock(Instant.now());
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withClock(clock)
              .withQueues(
                  QueueSettings.sessionQueue("orders").withMaxDeliveryCount(3),
                  QueueSettings.plainQueue("plain").withLockDuration(LOCK),
                  QueueSettings.sessionQueue("expiring")
                      .withTimeToLive(Duration.ofSeconds(1), true)));
  private final ServiceBusClients clients = new ServiceBusClients(endpoint);

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @Test
  void redeliversAnAbandonedMessageFirstAndThenDeadLettersIt() {
    clients.sender("orders").sendMessages(messages("s1", 2));
    ServiceBusReceiverClient session = acceptNext();
    for (int attempt = 0; attempt < 3; attempt++) {
      ServiceBusReceivedMessage message = one(session);
      assertThat(message.getMessageId()).isEqualTo("s1-1");
      assertThat(message.getDeliveryCount()).isEqualTo(attempt);
      session.abandon(message, new AbandonOptions().setPropertiesToModify(Map.of("n", attempt)));
    }

    assertThat(one(session).getMessageId()).isEqualTo("s1-2");
    ServiceBusReceivedMessage dead = one(deadLetters("orders"));
    assertThat(dead.getMessageId()).isEqualTo("s1-1");
    assertThat(dead.getDeadLetterReason()).isEqualTo("MaxDeliveryCountExceeded");
    assertThat(dead.getApplicationProperties()).containsEntry("n", 2);
    assertThat(dead.getBody().toString()).isEqualTo("body of s1-1");
  }

  @Test
  void deadLettersWithReasonDescriptionAndProperties() {
    ServiceBusMessage sent = message("s1", "m1");
    sent.getApplicationProperties().put("kept", "as sent");
    clients.sender("orders").sendMessage(sent);
    ServiceBusReceiverClient session = acceptNext();
    session.deadLetter(
        one(session),
        new DeadLetterOptions()
            .setDeadLetterReason("bad")
            .setDeadLetterErrorDescription("very bad")
            .setPropertiesToModify(Map.of("seen-by", "east")));

    ServiceBusReceiverClient deadLetters = deadLetters("orders");
    ServiceBusReceivedMessage dead = one(deadLetters);
    assertThat(dead.getDeadLetterReason()).isEqualTo("bad");
    assertThat(dead.getDeadLetterErrorDescription()).isEqualTo("very bad");
    assertThat(dead.getDeadLetterSource()).isEqualTo("orders");
    assertThat(dead.getSessionId()).isEqualTo("s1");
    assertThat(dead.getApplicationProperties())
        .containsEntry("kept", "as sent")
        .containsEntry("seen-by", "east");
    deadLetters.complete(dead);
    assertThat(counts(0).deadLettered()).isZero();
  }

  @Test
  void defersAndReceivesBySequenceNumber() {
    clients.sender("orders").sendMessages(messages("s1", 2));
    ServiceBusReceiverClient session = acceptNext();
    ServiceBusReceivedMessage first = one(session);
    session.defer(first);
    session.complete(one(session));
    assertThat(counts(0).deferred()).isEqualTo(1);

    ServiceBusReceivedMessage again = session.receiveDeferredMessage(first.getSequenceNumber());
    assertThat(again.getMessageId()).isEqualTo("s1-1");
    session.complete(again);

    assertThat(counts(0).unsettled()).isZero();
  }

  @Test
  void peeksWithoutLocking() {
    clients.sender("orders").sendMessages(messages("s1", 3));
    clients.sender("orders").sendMessage(message("s2", "other"));
    ServiceBusReceiverClient session = clients.keep(clients.sessions("orders").acceptSession("s1"));

    assertThat(session.peekMessages(10))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("s1-1", "s1-2", "s1-3");
    assertThat(session.peekMessages(10)).isEmpty();
    ServiceBusReceivedMessage second = session.peekMessages(1, 2).iterator().next();
    assertThat(second.getMessageId()).isEqualTo("s1-2");
    assertThat(counts(0).locked()).isZero();
  }

  @Test
  void keepsSessionState() {
    ServiceBusReceiverClient session = clients.keep(clients.sessions("orders").acceptSession("s1"));
    assertThat(session.getSessionState()).isNull();

    session.setSessionState(new byte[] {1, 2, 3});
    assertThat(session.getSessionState()).containsExactly(1, 2, 3);

    session.setSessionState(null);
    assertThat(session.getSessionState()).isNull();
  }

  @Test
  void refusesAMessageWithoutSessionAndTheBatchThatHoldsIt() {
    ServiceBusSenderClient sender = clients.sender("orders");
    List<ServiceBusMessage> batch = messages("s1", 2);
    batch.add(new ServiceBusMessage("no session"));

    assertThatThrownBy(() -> sender.sendMessages(batch)).hasMessageContaining("SessionId");

    assertThat(counts(0).active()).isZero();
    sender.sendMessage(message("s1", "the link still works"));
    assertThat(counts(0).active()).isEqualTo(1);
  }

  @Test
  void keepsBytesPropertiesAndSystemPropertiesIntact() {
    byte[] body = new byte[100_000];
    body[0] = 1;
    body[99_999] = -1;
    ServiceBusMessage sent =
        new ServiceBusMessage(BinaryData.fromBytes(body))
            .setMessageId("m1")
            .setSessionId("s1")
            .setCorrelationId("c1")
            .setSubject("subject")
            .setContentType("text/plain")
            .setReplyTo("there")
            .setReplyToSessionId("there-session")
            .setTimeToLive(Duration.ofHours(1));
    sent.getApplicationProperties().put("tb-seq", 42L);
    sent.getApplicationProperties().put("tb-stream", "producer");
    clients.sender("orders").sendMessage(sent);

    ServiceBusReceivedMessage got = one(acceptNext());

    assertThat(got.getBody().toBytes()).isEqualTo(body);
    assertThat(got.getCorrelationId()).isEqualTo("c1");
    assertThat(got.getSubject()).isEqualTo("subject");
    assertThat(got.getContentType()).isEqualTo("text/plain");
    assertThat(got.getReplyTo()).isEqualTo("there");
    assertThat(got.getReplyToSessionId()).isEqualTo("there-session");
    assertThat(got.getTimeToLive()).isEqualTo(Duration.ofHours(1));
    assertThat(got.getApplicationProperties())
        .containsEntry("tb-seq", 42L)
        .containsEntry("tb-stream", "producer");
    assertThat(got.getLockedUntil()).isAfter(got.getEnqueuedTime());
  }

  @Test
  void servesAQueueWithoutSessions() {
    clients.sender("plain").sendMessage(new ServiceBusMessage("hello").setMessageId("m1"));
    ServiceBusReceiverClient receiver =
        clients.keep(
            clients
                .builder()
                .receiver()
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .queueName("plain")
                .buildClient());
    ServiceBusReceivedMessage first = one(receiver);
    pass(Duration.ofSeconds(1));
    assertThat(receiver.renewMessageLock(first).toInstant())
        .isEqualTo(clock.instant().plus(LOCK).truncatedTo(ChronoUnit.MILLIS));

    // Left alone, the lock runs out, and that counts.
    pass(LOCK);
    ServiceBusReceivedMessage again = one(receiver);
    assertThat(again.getDeliveryCount()).isEqualTo(1);
    receiver.complete(again);
    assertThat(counts(1).unsettled()).isZero();
  }

  @Test
  void deletesOnDeliveryWhenAskedTo() {
    clients.sender("orders").sendMessages(messages("s1", 3));
    ServiceBusReceiverClient session =
        clients.keep(
            clients
                .builder()
                .sessionReceiver()
                .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                .disableAutoComplete()
                .queueName("orders")
                .buildClient()
                .acceptNextSession());

    assertThat(some(session, 3)).hasSize(3);
    assertThat(counts(0).unsettled()).isZero();
  }

  @Test
  void cutsATimeToLiveToTheEntitysSilentlyAndDeadLettersWhatExpires() {
    clients.sender("expiring").sendMessage(message("s1", "m1").setTimeToLive(Duration.ofHours(1)));
    ServiceBusReceivedMessage peeked =
        clients.keep(clients.sessions("expiring").acceptSession("s1")).peekMessage();
    assertThat(peeked.getTimeToLive()).isEqualTo(Duration.ofSeconds(1));

    // Nobody receives from the queue itself, so that it takes a while to notice.
    pass(Duration.ofMinutes(1));
    ServiceBusReceivedMessage dead = one(deadLetters("expiring"));
    assertThat(dead.getDeadLetterReason()).isEqualTo("TTLExpiredException");
  }

  @Test
  void cancelsAScheduledMessage() {
    ServiceBusSenderClient sender = clients.sender("orders");
    long number =
        sender.scheduleMessage(
            message("s1", "later"), OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
    assertThat(counts(0).scheduled()).isEqualTo(1);

    sender.cancelScheduledMessage(number);

    assertThat(counts(0).scheduled()).isZero();
  }

  @Test
  void saysThatAnEntityIsNotThere() {
    assertThatThrownBy(() -> clients.sender("nowhere").sendMessage(message("s", "m")))
        .hasMessageContaining("could not be found");
  }

  private void pass(Duration time) {
    clock.tick(time);
    endpoint.tick();
  }

  private ServiceBusReceiverClient acceptNext() {
    return clients.keep(clients.sessions("orders").acceptNextSession());
  }

  private ServiceBusReceiverClient deadLetters(String queue) {
    return clients.keep(
        clients
            .builder()
            .receiver()
            .disableAutoComplete()
            .queueName(queue)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .buildClient());
  }

  private EntityCounts counts(int queue) {
    return endpoint.counts().get(queue);
  }
}

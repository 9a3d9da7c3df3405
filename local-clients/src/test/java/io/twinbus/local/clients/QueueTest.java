package io.twinbus.local.clients;

import static io.twinbus.local.clients.Bus.message;
import static io.twinbus.local.clients.Bus.take;
import static io.twinbus.local.clients.Bus.takeOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueueTest {
  private final Bus bus = new Bus();

  @BeforeEach
  void empty() {
    LocalProcess.shared().reset();
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void messagesArriveInTheOrderOfABatch() {
    ServiceBusSenderClient sender = bus.sender("jobs");
    ServiceBusMessageBatch batch = sender.createMessageBatch();
    for (int n = 0; n < 50; n++) {
      assertThat(batch.tryAddMessage(message("m" + n))).isTrue();
    }
    sender.sendMessages(batch);

    ServiceBusReceiverClient receiver = bus.receiver("jobs");
    assertThat(take(receiver, 50))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .startsWith("m0", "m1")
        .endsWith("m49");
  }

  @Test
  void anAbandonedMessageComesAgainAndADeferredOneByItsNumber() {
    ServiceBusReceiverClient receiver = bus.receiver("jobs");
    bus.sender("jobs").sendMessage(message("a"));

    receiver.abandon(
        take(receiver, 1).get(0),
        new AbandonOptions().setPropertiesToModify(Map.of("tried", "yes")));
    ServiceBusReceivedMessage again = take(receiver, 1).get(0);
    assertThat(again.getDeliveryCount()).isEqualTo(1);
    assertThat(again.getApplicationProperties()).containsEntry("tried", "yes");
    assertThat(receiver.renewMessageLock(again)).isAfter(OffsetDateTime.now(ZoneOffset.UTC));

    receiver.defer(again);
    ServiceBusReceivedMessage deferred = receiver.receiveDeferredMessage(again.getSequenceNumber());
    assertThat(deferred.getMessageId()).isEqualTo("a");
    receiver.complete(deferred);
    assertThat(receiver.peekMessage()).isNull();
  }

  @Test
  void deadLettersKeepTheirReason() {
    ServiceBusReceiverClient receiver = bus.receiver("jobs");
    ServiceBusReceiverClient deadLetters =
        bus.keep(
            Bus.builder()
                .receiver()
                .queueName("jobs")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .buildClient());
    bus.sender("jobs").sendMessage(message("bad"));

    receiver.deadLetter(
        take(receiver, 1).get(0), new DeadLetterOptions().setDeadLetterReason("unreadable"));

    assertThat(takeOne(deadLetters).getDeadLetterReason()).isEqualTo("unreadable");
  }

  @Test
  void aScheduledMessageComesWhenItIsDueOrIsCancelled() {
    ServiceBusSenderClient sender = bus.sender("jobs");
    ServiceBusReceiverClient receiver = bus.receiver("jobs");

    long never =
        sender.scheduleMessage(message("never"), OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
    ServiceBusReceivedMessage peeked = Objects.requireNonNull(receiver.peekMessage(never));
    assertThat(peeked.getMessageId()).isEqualTo("never");
    sender.cancelScheduledMessage(never);
    assertThat(receiver.peekMessage(never)).isNull();

    sender.scheduleMessage(message("soon"), OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(1));
    assertThat(takeOne(receiver).getMessageId()).isEqualTo("soon");
  }

  @Test
  void aSecondMessageOfTheSameIdIsDropped() {
    ServiceBusSenderClient sender = bus.sender("once");
    ServiceBusReceiverClient receiver = bus.receiver("once");

    sender.sendMessage(message("m"));
    sender.sendMessage(message("m"));

    takeOne(receiver);
    assertThat(receiver.peekMessage()).isNull();
  }

  @Test
  void aProcessorIsGivenEachMessage() throws Exception {
    CountDownLatch given = new CountDownLatch(20);
    Set<String> ids = ConcurrentHashMap.newKeySet();
    ServiceBusProcessorClient processor =
        bus.keep(
            Bus.builder()
                .processor()
                .queueName("jobs")
                .maxConcurrentCalls(4)
                .processMessage(
                    context -> {
                      ids.add(context.getMessage().getMessageId());
                      given.countDown();
                    })
                .processError(error -> {})
                .buildProcessorClient());
    processor.start();

    ServiceBusSenderClient sender = bus.sender("jobs");
    for (int n = 0; n < 20; n++) {
      sender.sendMessage(message("m" + n));
    }

    assertThat(given.await(Bus.SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(ids).hasSize(20);
  }

  @Test
  void whatIsNotThereAndTheWrongDirectionAreRefused() {
    assertThatThrownBy(() -> bus.sender("nowhere").sendMessage(message("m")))
        .isInstanceOfSatisfying(
            ServiceBusException.class,
            refused ->
                assertThat(refused.getReason())
                    .isEqualTo(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND));
    assertThatThrownBy(() -> bus.sender("events/Subscriptions/all").sendMessage(message("m")))
        .hasStackTraceContaining("Nothing can be sent to a subscription");
    assertThatThrownBy(() -> bus.receiver("events").peekMessage())
        .isInstanceOf(ServiceBusException.class);
  }
}

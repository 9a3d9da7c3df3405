package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.IterableStream;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.storage.DataDirectoryException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of queues a data directory carries over a restart. */
class ServiceBusRestartTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @TempDir private Path directory;

  @Test
  void everythingButLocksIsThereAfterARestart() {
    // Given
    OffsetDateTime later = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
    long scheduled;
    long deferred;
    try (LocalStack stack = stack().start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      ServiceBusSenderClient sender = clients.sender("orders");
      sender.sendMessages(ServiceBusClients.messages("s", 5));
      scheduled = sender.scheduleMessage(ServiceBusClients.message("s", "later"), later);
      sender.cancelScheduledMessage(
          sender.scheduleMessage(ServiceBusClients.message("s", "never"), later));
      ServiceBusReceiverClient receiver =
          clients.keep(clients.sessions("orders").acceptSession("s"));
      List<ServiceBusReceivedMessage> all = receive(receiver, 4);
      receiver.complete(all.get(0));
      deferred = all.get(1).getSequenceNumber();
      receiver.defer(all.get(1));
      receiver.deadLetter(
          all.get(2),
          new DeadLetterOptions()
              .setDeadLetterReason("Ugly")
              .setDeadLetterErrorDescription("It is."));
      receiver.abandon(
          all.get(3),
          new com.azure.messaging.servicebus.models.AbandonOptions()
              .setPropertiesToModify(Map.of("tried", "once")));
      receiver.setSessionState("halfway".getBytes(StandardCharsets.UTF_8));
    }

    // When
    try (LocalStack stack = stack().start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      ServiceBusReceiverClient receiver =
          clients.keep(clients.sessions("orders").acceptSession("s"));

      // Then
      assertThat(receiver.getSessionState()).asString().isEqualTo("halfway");
      List<ServiceBusReceivedMessage> left = receive(receiver, 2);
      assertThat(left)
          .extracting(ServiceBusReceivedMessage::getMessageId)
          .containsExactly("s-4", "s-5");
      assertThat(left.get(0).getBody()).hasToString("body of s-4");
      assertThat(left.get(0).getSequenceNumber()).isEqualTo(4);
      assertThat(left.get(0).getDeliveryCount()).isEqualTo(1);
      assertThat(left.get(0).getApplicationProperties()).containsEntry("tried", "once");
      assertThat(receiver.receiveDeferredMessage(deferred).getMessageId()).isEqualTo("s-2");
      assertThat(receiver.peekMessage(scheduled))
          .satisfies(
              message -> {
                assertThat(message.getMessageId()).isEqualTo("later");
                assertThat(message.getState()).isEqualTo(ServiceBusMessageState.SCHEDULED);
              });
      ServiceBusReceiverClient dead =
          clients.keep(
              clients
                  .builder()
                  .receiver()
                  .queueName("orders")
                  .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                  .buildClient());
      ServiceBusReceivedMessage letter = receive(dead, 1).get(0);
      assertThat(letter.getMessageId()).isEqualTo("s-3");
      assertThat(letter.getDeadLetterReason()).isEqualTo("Ugly");
      assertThat(letter.getDeadLetterSource()).isEqualTo("orders");
      ServiceBusMessage next = ServiceBusClients.message("t", "next");
      clients.sender("orders").sendMessage(next);
      ServiceBusReceiverClient other = clients.keep(clients.sessions("orders").acceptSession("t"));
      assertThat(receive(other, 1).get(0).getSequenceNumber()).isGreaterThan(scheduled + 1);
    }
  }

  @Test
  void aSecondStackOnTheDirectoryIsRefused() {
    try (LocalStack first = stack().start()) {
      assertThat(first.regions()).hasSize(2);
      assertThatThrownBy(() -> stack().start())
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageContaining("in use by another local stack");
    }
    stack().start().close();
  }

  @Test
  void messagesThatNoEntityWouldHoldAreRefusedInWords() {
    // Given
    try (LocalStack stack = stack().start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("west"))) {
      clients.sender("orders").sendMessage(ServiceBusClients.message("s", "1"));
    }

    // When, Then
    assertThatThrownBy(() -> stack().regions("east", "north").start())
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining("data of the region 'west', which is none of east, north");
    assertThatThrownBy(() -> stack().queues(QueueSettings.sessionQueue("parcels")).start())
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining("'orders' in region 'west'");
    try (LocalStack adapted =
        stack().regions("west", "south").queues(QueueSettings.plainQueue("orders")).start()) {
      assertThat(adapted.region("west").counts().get(0).active()).isEqualTo(1);
    }
  }

  private LocalStackBuilder stack() {
    return LocalStack.builder().dataDir(directory);
  }

  private static List<ServiceBusReceivedMessage> receive(ServiceBusReceiverClient from, int count) {
    IterableStream<ServiceBusReceivedMessage> received = from.receiveMessages(count, BOUND);
    List<ServiceBusReceivedMessage> all = received.stream().toList();
    assertThat(all).hasSize(count);
    return all;
  }
}

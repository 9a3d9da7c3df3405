package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.conformance.TestClock;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reset between tests takes away, and what it leaves. */
class ResetTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @TempDir private Path directory;

  @Test
  void allMessagesAreGoneAndClientsGoOn() {
    try (LocalStack stack = stack().start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      // Given
      ServiceBusSenderClient orders = clients.sender("orders");
      orders.sendMessages(ServiceBusClients.messages("s", 4));
      orders.scheduleMessage(ServiceBusClients.message("s", "later"), later());
      ServiceBusReceiverClient holder = clients.keep(clients.sessions("orders").acceptSession("s"));
      holder.setSessionState("halfway".getBytes(StandardCharsets.UTF_8));
      List<ServiceBusReceivedMessage> held = receive(holder, 3);
      holder.defer(held.get(0));
      holder.deadLetter(held.get(1));
      ServiceBusSenderClient jobs = clients.sender("jobs");
      jobs.sendMessage(message("job"));
      ServiceBusSenderClient events =
          clients.keep(clients.builder().sender().topicName("events").buildClient());
      events.sendMessage(message("event"));
      events.scheduleMessage(message("later"), later());
      ServiceBusReceiverClient worker = clients.plain("jobs");
      ServiceBusReceivedMessage job = receive(worker, 1).get(0);

      // When
      new ControlClient(stack.controlUrl()).reset();

      // Then
      assertThat(stack.region("east").counts()).allSatisfy(ResetTest::assertEmpty);
      assertThatThrownBy(() -> worker.complete(job))
          .isInstanceOfSatisfying(
              ServiceBusException.class,
              e -> assertThat(e.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST));
      assertThatThrownBy(() -> holder.complete(held.get(2)))
          .isInstanceOf(ServiceBusException.class);
      jobs.sendMessage(message("job"));
      worker.complete(receive(worker, 1).get(0));
      orders.sendMessage(ServiceBusClients.message("s", "s-1"));
      ServiceBusReceiverClient next = clients.keep(clients.sessions("orders").acceptSession("s"));
      assertThat(next.getSessionState()).isNull();
      assertThat(receive(next, 1).get(0).getMessageId()).isEqualTo("s-1");
      assertThat(next.peekMessages(10, 1)).hasSize(1);
    }
  }

  @Test
  void nothingThatATopicHadScheduledComesLater() {
    TestClock clock = new TestClock();
    try (LocalStack stack = stack().clock(clock).start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      clients
          .keep(clients.builder().sender().topicName("events").buildClient())
          .scheduleMessage(
              message("later"), clock.instant().plusSeconds(60).atOffset(ZoneOffset.UTC));

      int gone = stack.region("east").reset();
      clock.pass(Duration.ofMinutes(2));
      stack.region("east").tick();

      assertThat(gone).isEqualTo(1);
      assertThat(stack.region("east").counts()).allSatisfy(ResetTest::assertEmpty);
    }
  }

  @Test
  void faultsEndAndContainersAreEmptyAndStay() {
    try (LocalStack stack = stack().start();
        Account account = new Account(stack.ledger())) {
      // Given
      CosmosContainer items = account.container("items");
      String resourceId = items.read().getProperties().getResourceId();
      String before = items.createItem(Doc.of("a", "one", 1)).getETag();
      items.createItem(Doc.of("b", "two", 2));
      stack.ledger().outage(Outage.REFUSE);
      stack.region("east").faults().inject(Fault.throttle(Operation.SEND));

      // When
      stack.reset();

      // Then
      assertThat(stack.ledger().listener().outage()).isEmpty();
      assertThat(stack.region("east").faults().all()).noneMatch(fault -> fault.active());
      assertThatItIsThereAndEmpty(account, resourceId, before);
    }
  }

  /** Seen by a new client: the older one may still try a connection that the outage has cut. */
  private static void assertThatItIsThereAndEmpty(
      Account account, String resourceId, String lastTag) {
    try (CosmosClient client = account.client(Duration.ofSeconds(30))) {
      CosmosContainer items = client.getDatabase("twinbus").getContainer("items");
      assertThat(all(items)).isEmpty();
      assertThat(items.read().getProperties().getResourceId()).isEqualTo(resourceId);
      assertThat(items.createItem(Doc.of("a", "one", 1)).getETag()).isNotEqualTo(lastTag);
      assertThat(all(items)).hasSize(1);
    }
  }

  @Test
  void noRegionOfTheLedgerKeepsAnything() {
    LocalStackBuilder lagging =
        stack()
            .ledgerAccount(
                AccountOptions.defaults()
                    .withRegions("east", "west")
                    .withConsistency(Consistency.SESSION)
                    .withReplicationLag(Duration.ofMinutes(1)));
    try (LocalStack stack = lagging.start();
        Account account = new Account(stack.ledger())) {
      CosmosContainer items = account.container("items");
      items.createItem(Doc.of("a", "one", 1));

      stack.reset();
      stack.ledger().failOver("west");

      ServiceBusClients.untilItWorks(() -> assertThat(all(items)).isEmpty());
      ServiceBusClients.untilItWorks(() -> items.upsertItem(Doc.of("a", "one", 1)));
    }
  }

  @Test
  void whatAResetTookAwayDoesNotComeBackWithARestart() {
    // Given
    try (LocalStack stack = stack().dataDir(directory).start();
        Account account = new Account(stack.ledger());
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      clients.sender("jobs").sendMessage(message("job"));
      CosmosContainer items = account.container("items");
      items.createItem(Doc.of("a", "one", 1));
      items.createItem(Doc.of("a", "two", 1));
      stack.reset();
      items.createItem(Doc.of("a", "three", 1), Doc.key("a"), new CosmosItemRequestOptions());
    }

    // When
    try (LocalStack stack = stack().dataDir(directory).start();
        Account account = new Account(stack.ledger())) {
      // Then
      assertThat(stack.region("east").counts()).allSatisfy(ResetTest::assertEmpty);
      assertThat(all(account.container("items")))
          .extracting(item -> item.path("id").asText())
          .containsExactly("three");
    }
  }

  private static LocalStackBuilder stack() {
    return LocalStack.builder()
        .entities(
            NamespaceSettings.ofQueues(
                    QueueSettings.sessionQueue("orders"),
                    QueueSettings.plainQueue("jobs").withDuplicateDetection(Duration.ofHours(1)))
                .withTopics(TopicSettings.topic("events", SubscriptionSettings.plain("audit"))));
  }

  private static void assertEmpty(EntityCounts entity) {
    assertThat(entity).isEqualTo(new EntityCounts(entity.entity(), 0, 0, 0, 0, 0, 0, 0));
  }

  private static OffsetDateTime later() {
    return OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
  }

  private static ServiceBusMessage message(String id) {
    return new ServiceBusMessage("body of " + id).setMessageId(id);
  }

  private static List<ServiceBusReceivedMessage> receive(ServiceBusReceiverClient from, int count) {
    List<ServiceBusReceivedMessage> all = from.receiveMessages(count, BOUND).stream().toList();
    assertThat(all).hasSize(count);
    return all;
  }

  private static List<ObjectNode> all(CosmosContainer items) {
    return items
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), ObjectNode.class)
        .stream()
        .toList();
  }
}

package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusRuleManagerClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.conformance.TestClock;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of entities, rules and message ids a data directory carries over a restart. */
class EntityRestartTest {
  private static final NamespaceSettings CONFIGURED =
      NamespaceSettings.ofQueues(
              QueueSettings.sessionQueue("orders"), QueueSettings.plainQueue("unused"))
          .withTopics(TopicSettings.topic("events", SubscriptionSettings.plain("audit")));

  @TempDir private Path directory;
  @TempDir private Path copy;

  @Test
  void entitiesAndRulesAreAsTheyWereLeft() {
    // Given
    NamespaceSettings left;
    try (LocalStack stack = stack(CONFIGURED).start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      ServiceBusAdministrationClient admin = PlainAdministration.client(stack.region("east"));
      admin.createQueue("made", new CreateQueueOptions().setLockDuration(Duration.ofSeconds(30)));
      admin.createTopic("news");
      admin.createSubscription("news", "all");
      admin.updateQueue(admin.getQueue("orders").setMaxDeliveryCount(3));
      admin.deleteQueue("unused");
      admin.deleteRule("events", "audit", "$Default");
      CorrelationRuleFilter sized = new CorrelationRuleFilter().setLabel("red");
      sized.getProperties().put("size", 5);
      try (ServiceBusRuleManagerClient rules =
          clients
              .builder()
              .ruleManager()
              .topicName("events")
              .subscriptionName("audit")
              .buildClient()) {
        rules.createRule(
            "sized", new CreateRuleOptions(sized).setAction(new SqlRuleAction("REMOVE size")));
      }
      clients.sender("made").sendMessage(new ServiceBusMessage("kept"));
      left = stack.region("east").entities();
    }

    // When
    try (LocalStack stack = stack(CONFIGURED).start();
        ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      // Then
      NamespaceSettings found = stack.region("east").entities();
      assertThat(found.queues()).isEqualTo(left.queues());
      assertThat(found.topics()).hasToString(left.topics().toString());
      assertThat(active(stack, "made")).isEqualTo(1);
      ServiceBusSenderClient events =
          clients.keep(clients.builder().sender().topicName("events").buildClient());
      ServiceBusMessage fits = new ServiceBusMessage("fits").setSubject("red");
      fits.getApplicationProperties().put("size", 5);
      events.sendMessages(List.of(fits, new ServiceBusMessage("does not")));
      assertThat(active(stack, "events/Subscriptions/audit")).isEqualTo(1);
    }
  }

  @Test
  void everySettingIsKeptExactly() {
    Map<String, @Nullable Object> wanted = new HashMap<>();
    wanted.put("at", Date.from(Instant.ofEpochMilli(5)));
    wanted.put("id", new UUID(1, 2));
    wanted.put("b", true);
    wanted.put("t", "x");
    wanted.put("nothing", null);
    QueueSettings queue =
        QueueSettings.plainQueue("exact")
            .withLockDuration(Duration.ofMillis(5_500))
            .withSizes(1_500, 70_001)
            .withTimeToLive(Duration.ofHours(3), true)
            .withAutoDeleteOnIdle(Duration.ofDays(3))
            .withDuplicateDetection(Duration.ofSeconds(90));
    TopicSettings topic =
        TopicSettings.topic(
            "exacting",
            SubscriptionSettings.withSessions("none").withRules(),
            SubscriptionSettings.plain("some")
                .withMaxDeliveryCount(4)
                .withRules(
                    RuleSettings.sql("sql", "a > 1"),
                    RuleSettings.of(
                        "correlation",
                        new CorrelationFilter(
                            Map.of(SystemProperty.REPLY_TO_SESSION_ID, "s"), wanted))));
    try (LocalStack stack = stack(CONFIGURED).start()) {
      stack.region("east").create(queue);
      stack.region("east").create(topic);
    }

    try (LocalStack stack = stack(CONFIGURED).start()) {
      assertThat(stack.region("east").entities().queues()).contains(queue);
      assertThat(stack.region("east").entities().topics()).contains(topic);
      assertThat(stack.region("west").entities()).isEqualTo(CONFIGURED);
    }
  }

  @Test
  void theConfigurationHoldsOnceItSaysSomethingElse() {
    NamespaceSettings other =
        NamespaceSettings.ofQueues(
            QueueSettings.sessionQueue("orders").withLockDuration(Duration.ofSeconds(20)));
    try (LocalStack stack = stack(CONFIGURED).start()) {
      stack.region("east").update(QueueSettings.sessionQueue("orders").withMaxDeliveryCount(3));
      stack.region("east").create(QueueSettings.plainQueue("made"));
    }

    try (LocalStack stack = stack(other).start()) {
      assertThat(stack.region("east").entities().queues())
          .containsExactly(other.queues().get(0), QueueSettings.plainQueue("made"));
    }
  }

  @Test
  void aChangeIsKeptWhenItIsAnswered() throws IOException {
    try (LocalStack stack = stack(CONFIGURED).start()) {
      ServiceBusAdministrationClient admin = PlainAdministration.client(stack.region("east"));
      admin.createQueue("made");
      admin.createRule(
          "events", "sql", "audit", new CreateRuleOptions(new SqlRuleFilter("size > 5")));
      stack.region("east").create(QueueSettings.plainQueue("by-hand"));

      // What the disk has now is what a kill would leave.
      Files.copy(directory.resolve("twinbus-local.log"), copy.resolve("twinbus-local.log"));
      try (LocalStack killed = LocalStack.builder().entities(CONFIGURED).dataDir(copy).start()) {
        assertThat(killed.region("east").entities().topics())
            .isEqualTo(stack.region("east").entities().topics());
        assertThat(killed.region("east").entities().queues())
            .extracting(QueueSettings::name)
            .containsExactlyInAnyOrder("orders", "unused", "made", "by-hand");
      }
    }
  }

  @Test
  void messageIdsAreRememberedForTheRestOfTheWindow() {
    QueueSettings queue =
        QueueSettings.plainQueue("once").withDuplicateDetection(Duration.ofMinutes(10));
    NamespaceSettings entities =
        NamespaceSettings.ofQueues(queue)
            .withTopics(
                TopicSettings.topic("events", SubscriptionSettings.plain("audit"))
                    .withDuplicateDetection(Duration.ofMinutes(10)));
    TestClock clock = new TestClock();
    try (LocalStack stack = stack(entities).clock(clock).start()) {
      sendOnce(stack);
    }

    clock.pass(Duration.ofMinutes(5));
    try (LocalStack stack = stack(entities).clock(clock).start()) {
      sendOnce(stack);
      assertThat(stack.region("east").counts()).extracting(EntityCounts::active).containsOnly(1);
    }

    clock.pass(Duration.ofMinutes(6));
    try (LocalStack stack = stack(entities).clock(clock).start()) {
      sendOnce(stack);
      assertThat(stack.region("east").counts()).extracting(EntityCounts::active).containsOnly(2);
    }
  }

  private static void sendOnce(LocalStack stack) {
    try (ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
      clients.sender("once").sendMessage(new ServiceBusMessage("x").setMessageId("1"));
      clients
          .keep(clients.builder().sender().topicName("events").buildClient())
          .sendMessage(new ServiceBusMessage("x").setMessageId("1"));
    }
  }

  private static int active(LocalStack stack, String entity) {
    return stack.region("east").counts().stream()
        .filter(each -> each.entity().equals(entity))
        .mapToInt(EntityCounts::active)
        .findFirst()
        .orElseThrow();
  }

  private LocalStackBuilder stack(NamespaceSettings entities) {
    return LocalStack.builder().entities(entities).dataDir(directory);
  }
}

package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.SOON;
import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: topics")
class TopicRulesTest {
  private static final String TOPICS =
      "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-queues-topics-subscriptions";
  private static final String DEAD_LETTERS =
      "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-dead-letter-queues";
  private static final String EXPIRY =
      "https://learn.microsoft.com/azure/service-bus-messaging/message-expiration";

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withEntities(
                  NamespaceSettings.ofQueues()
                      .withTopics(
                          TopicSettings.topic(
                                  "events",
                                  SubscriptionSettings.plain("audit"),
                                  SubscriptionSettings.plain("brief")
                                      .withTimeToLive(Duration.ofMinutes(5), true),
                                  SubscriptionSettings.withSessions("ordered"))
                              .withTimeToLive(Duration.ofHours(1)))));

  @Rule(
      id = "sb-topic-copies",
      text = "Each subscription gets its own copy of each message, to settle by itself.",
      doc = TOPICS)
  void copiesEveryMessageToEverySubscription() {
    topic().sendMessages(messages("s", 3));

    ServiceBusReceiverClient audit = receiver("audit");
    some(audit, 3).forEach(audit::complete);

    assertThat(soFar(receiver("audit"))).isEmpty();
    assertThat(some(receiver("brief"), 3))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("1", "2", "3");
  }

  @Rule(
      id = "sb-topic-sessions",
      text = "A subscription with sessions gives them as a queue does; others ignore them.",
      doc = TOPICS)
  void givesSessionsWhereTheSubscriptionHasThem() {
    topic().sendMessage(message("s1", "1"));
    topic().sendMessage(message("s2", "2"));

    ServiceBusReceiverClient session =
        BUS.user()
            .keep(
                BUS.user()
                    .keep(
                        BUS.user()
                            .builder()
                            .sessionReceiver()
                            .topicName("events")
                            .subscriptionName("ordered")
                            .disableAutoComplete()
                            .buildClient())
                    .acceptSession("s2"));
    session.setSessionState(new byte[] {7});

    assertThat(one(session).getMessageId()).isEqualTo("2");
    assertThat(session.getSessionState()).containsExactly(7);
    assertThat(some(receiver("audit"), 2)).hasSize(2);
  }

  @Rule(
      id = "sb-topic-session-missing",
      text = "A message without session id is dead-lettered where the subscription needs one.",
      doc = DEAD_LETTERS)
  void deadLettersWhatHasNoSessionIdWhereOneIsNeeded() {
    topic().sendMessage(message("1"));

    assertThat(one(deadLetters("ordered")).getDeadLetterReason()).isEqualTo("Session ID is null");
    assertThat(one(receiver("audit")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-topic-dead-letters",
      text = "Each subscription has dead letters of its own.",
      doc = DEAD_LETTERS)
  void keepsDeadLettersBySubscription() {
    topic().sendMessage(message("1"));
    ServiceBusReceiverClient audit = receiver("audit");

    audit.deadLetter(one(audit), new DeadLetterOptions().setDeadLetterReason("odd"));

    ServiceBusReceivedMessage dead = one(deadLetters("audit"));
    assertThat(dead.getDeadLetterReason()).isEqualTo("odd");
    assertThat(dead.getDeadLetterSource()).isEqualToIgnoringCase("events/subscriptions/audit");
    assertThat(soFar(deadLetters("brief"))).isEmpty();
  }

  @Rule(
      id = "sb-topic-ttl",
      text = "A subscription's time to live holds for its copies; the topic's caps it.",
      doc = EXPIRY)
  void expiresCopiesBySubscription() {
    topic().sendMessage(message("1").setTimeToLive(Duration.ofHours(2)));
    assertThat(receiver("audit").peekMessage().getTimeToLive()).isEqualTo(Duration.ofHours(1));

    BUS.pass(Duration.ofMinutes(5));

    assertThat(soFar(receiver("brief"))).isEmpty();
    assertThat(one(deadLetters("brief")).getDeadLetterReason()).isEqualTo("TTLExpiredException");
    assertThat(one(receiver("audit")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-topic-schedule",
      text = "A message scheduled to a topic reaches the subscriptions when it is due, or never.",
      doc = TOPICS)
  void copiesScheduledMessagesWhenTheyAreDue() {
    var due = BUS.now().plusSeconds(60).atOffset(ZoneOffset.UTC);
    topic().scheduleMessage(message("kept"), due);
    topic().cancelScheduledMessage(topic().scheduleMessage(message("cancelled"), due));
    assertThat(receiver("audit").peekMessages(10)).isEmpty();

    BUS.pass(Duration.ofSeconds(60));

    assertThat(one(receiver("audit")).getMessageId()).isEqualTo("kept");
    assertThat(receiver("brief").peekMessages(10)).hasSize(1);
  }

  @Rule(
      id = "sb-topic-processor",
      text = "A processor serves a subscription as it does a queue.",
      doc = TOPICS)
  void servesAProcessor() {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    ServiceBusProcessorClient processor =
        BUS.user()
            .keep(
                BUS.user()
                    .builder()
                    .processor()
                    .topicName("events")
                    .subscriptionName("audit")
                    .processMessage(context -> seen.add(context.getMessage().getMessageId()))
                    .processError(error -> seen.add(error.getException().toString()))
                    .buildProcessorClient());
    processor.start();

    topic().sendMessages(messages("s", 2));

    Awaitility.await().atMost(SOON).until(() -> seen.size() == 2);
    assertThat(List.copyOf(seen)).containsExactly("1", "2");
  }

  @Rule(
      id = "sb-topic-roles",
      text = "One sends to topics and receives from subscriptions, not the other way round.",
      doc = TOPICS)
  void refusesTheWrongDirection() {
    ServiceBusSenderClient toSubscription =
        BUS.user()
            .keep(
                BUS.user()
                    .builder()
                    .sender()
                    .queueName("events/subscriptions/audit")
                    .buildClient());

    assertThatThrownBy(() -> toSubscription.sendMessage(message("1")))
        .hasStackTraceContaining("Nothing can be sent to a subscription");
    assertThatThrownBy(() -> one(BUS.user().receiver("events")))
        .hasStackTraceContaining("received from its subscriptions");
  }

  @Rule(
      id = "sb-topic-no-subscription",
      text = "A subscription that is not there is MessagingEntityNotFound.",
      doc = TOPICS)
  void namesASubscriptionThatIsNotThere() {
    ServiceBusException refused = refusal(() -> receiver("nobody").peekMessage());

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND);
  }

  private static ServiceBusSenderClient topic() {
    return BUS.user().keep(BUS.user().builder().sender().topicName("events").buildClient());
  }

  private static ServiceBusReceiverClient receiver(String subscription) {
    return BUS.user().subscriber("events", subscription);
  }

  private static ServiceBusReceiverClient deadLetters(String subscription) {
    return BUS.user().subscribersDeadLetters("events", subscription);
  }
}

package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.deliveries;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static io.twinbus.sender.integration.TwoRegions.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.settings.Acknowledge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DualWriteTest {

  private final TwoRegions regions = new TwoRegions();

  @AfterEach
  void stop() {
    regions.close();
  }

  @Test
  void bringsEveryMessageToBothRegionsInTheOrderOfItsSession() {
    Sender sender = regions.sender();
    List<OutboundMessage> mixed = new ArrayList<>();
    List<List<OutboundMessage>> sessions =
        List.of(messages("a", 60), messages("b", 60), messages("c", 60));
    for (int i = 0; i < 60; i++) {
      int row = i;
      sessions.forEach(session -> mixed.add(session.get(row)));
    }

    List<DeliveryStatus> deliveries = deliveries(sendAll(sender, mixed));

    assertThat(deliveries).allMatch(DeliveryStatus::isComplete);
    for (ServiceBusEndpoint region : List.of(regions.east, regions.west)) {
      for (List<OutboundMessage> session : sessions) {
        String name = session.get(0).session().value();
        assertThat(regions.idsHeld(region, name))
            .as(region.region() + " " + name)
            .containsExactlyElementsOf(
                session.stream().map(message -> message.id().value()).toList());
      }
    }
  }

  @Test
  void writesToATopicAsWell() {
    NamespaceSettings topic =
        NamespaceSettings.ofQueues()
            .withTopics(TopicSettings.topic("scans", SubscriptionSettings.withSessions("all")));
    try (TwoRegions topics = new TwoRegions(topic, topic)) {
      Sender sender =
          topics.with("twinbus.topic", "scans").with("twinbus.subscription", "all").sender();

      List<DeliveryStatus> deliveries = deliveries(sendAll(sender, messages("s", 10)));

      assertThat(deliveries).allMatch(DeliveryStatus::isComplete);
      assertThat(topics.east.counts().stream().mapToInt(EntityCounts::unsettled).sum())
          .isEqualTo(10);
    }
  }

  @Test
  void schedulesTheStandbyCopyOnly() {
    Sender sender = regions.sender();

    Receipt receipt = sendAll(sender, messages("s", 1)).get(0);
    await(receipt.inAllRegions());

    ServiceBusReceivedMessage home = regions.held(regions.east).get(0);
    ServiceBusReceivedMessage standby = regions.held(regions.west).get(0);
    assertThat(home.getState()).isEqualTo(ServiceBusMessageState.ACTIVE);
    assertThat(standby.getState()).isEqualTo(ServiceBusMessageState.SCHEDULED);
    assertThat(standby.getScheduledEnqueueTime().toInstant())
        .isEqualTo(headers(standby).sentAt().plusSeconds(15));
  }

  @Test
  void carriesWhatTheProducerSaidAndWhatTheProtocolNeeds() {
    Sender sender = regions.sender();
    UUID uuid = UUID.randomUUID();
    OutboundMessage message =
        OutboundMessage.of("s", "1")
            .body("{}")
            .contentType("application/json")
            .subject("moved")
            .correlationId("c")
            .replyTo("replies", "me")
            .property("text", "value")
            .property("number", 7L)
            .property("uuid", uuid)
            .timeToLive(Duration.ofHours(1))
            .build();

    Receipt receipt = await(sender.send(message));
    await(receipt.inAllRegions());

    ServiceBusReceivedMessage held = regions.held(regions.east).get(0);
    assertThat(held.getBody().toString()).isEqualTo("{}");
    assertThat(held.getContentType()).isEqualTo("application/json");
    assertThat(held.getSubject()).isEqualTo("moved");
    assertThat(held.getCorrelationId()).isEqualTo("c");
    assertThat(held.getReplyTo()).isEqualTo("replies");
    assertThat(held.getReplyToSessionId()).isEqualTo("me");
    assertThat(held.getApplicationProperties())
        .containsEntry("text", "value")
        .containsEntry("number", 7L)
        .containsEntry("uuid", uuid);
    SequencedHeaders headers = headers(held);
    assertThat(headers.position()).isEqualTo(receipt.position());
    assertThat(headers.expiresAt()).isEqualTo(headers.sentAt().plus(Duration.ofHours(1)));
    assertThat(held.getTimeToLive()).isGreaterThan(Duration.ofHours(12));
  }

  @Test
  void carriesLongIdsAsHashesWithTheOriginalsBeside() {
    Sender sender = regions.sender();
    String session = "s".repeat(500);
    String id = "i".repeat(500);

    await(await(sender.send(OutboundMessage.of(session, id).build())).inAllRegions());

    ServiceBusReceivedMessage held = regions.held(regions.east).get(0);
    assertThat(held.getSessionId()).hasSizeLessThanOrEqualTo(128);
    assertThat(held.getMessageId()).hasSizeLessThanOrEqualTo(128);
    assertThat(held.getApplicationProperties())
        .containsEntry("tb-session", session)
        .containsEntry("tb-message", id);
  }

  @Test
  void acknowledgesWithAllRegionsWhenAsked() {
    Sender sender = regions.sender(TwoRegions.settings().acknowledge(Acknowledge.ALL).build());

    List<Receipt> receipts = sendAll(sender, messages("s", 20));

    assertThat(receipts)
        .allSatisfy(
            receipt -> assertThat(receipt.regions().values()).containsOnly(CopyStatus.ACCEPTED));
  }

  @Test
  void failsOnlyTheMessageThatIsTooLarge() {
    Sender sender = regions.sender();
    List<CompletableFuture<Receipt>> sends = new ArrayList<>();
    messages("a", 5).forEach(message -> sends.add(sender.send(message)));
    CompletableFuture<Receipt> tooLarge =
        sender.send(OutboundMessage.of("s", "big").body(Body.wrap(new byte[300 * 1024])).build());
    messages("s", 5).forEach(message -> sends.add(sender.send(message)));

    assertThatThrownBy(() -> await(tooLarge))
        .cause()
        .asInstanceOf(type(SendFailedException.class))
        .satisfies(
            failure -> {
              assertThat(failure.condition()).contains("amqp:link:message-size-exceeded");
              assertThat(failure.retrySensible()).isFalse();
              assertThat(failure.mayHaveBeenAccepted()).isFalse();
            });
    List<DeliveryStatus> deliveries = deliveries(sends.stream().map(TwoRegions::await).toList());
    assertThat(deliveries).allMatch(DeliveryStatus::isComplete);
    assertThat(headers(regions.held(regions.east), "s-1").position())
        .matches(position -> position.seq() == 2 && position.prev() == 0);
  }

  @Test
  void saysAtOnceThatTheQueueDoesNotExist() {
    Sender sender = regions.with("twinbus.queue", "missing").sender();

    CompletableFuture<Receipt> send = sender.send(messages("s", 1).get(0));

    assertThatThrownBy(() -> await(send))
        .cause()
        .asInstanceOf(type(SendFailedException.class))
        .satisfies(
            failure -> {
              assertThat(failure.condition()).contains("amqp:not-found");
              assertThat(failure).hasMessageContaining("missing");
            });
  }

  @Test
  void closesWhenEveryRegionHasItsCopies() {
    Sender sender = regions.sender();
    List<CompletableFuture<Receipt>> sends = messages("s", 50).stream().map(sender::send).toList();

    assertThat(sender.close(TwoRegions.BOUND).isClean()).isTrue();

    assertThat(sends).allMatch(CompletableFuture::isDone);
    assertThat(regions.idsHeld(regions.west, "s")).hasSize(50);
    assertThatThrownBy(() -> await(sender.send(messages("s", 1).get(0))))
        .hasCauseInstanceOf(SendFailedException.class)
        .hasMessageContaining("closed");
  }

  private static SequencedHeaders headers(List<ServiceBusReceivedMessage> held, String id) {
    return held.stream()
        .filter(message -> id.equals(message.getMessageId()))
        .map(DualWriteTest::headers)
        .findFirst()
        .orElseThrow();
  }

  private static SequencedHeaders headers(ServiceBusReceivedMessage message) {
    ParsedHeaders parsed = SequencedHeaders.parse(message.getApplicationProperties());
    return ((ParsedHeaders.Sequenced) parsed).headers();
  }
}

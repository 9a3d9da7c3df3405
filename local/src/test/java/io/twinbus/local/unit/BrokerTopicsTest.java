package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerTopicsTest {
  private final TopicFixture plain =
      new TopicFixture(
          TopicSettings.topic(
              "events", SubscriptionSettings.plain("audit"), SubscriptionSettings.plain("bill")));

  @Test
  void copiesEveryMessageToEverySubscriptionAndEachSettlesItsOwn() {
    plain.send(TestMessage.of(null, "m1"), TestMessage.of(null, "m2"));

    assertThat(plain.take("audit")).containsExactly("m1", "m2");
    assertThat(plain.subscription("bill").counts())
        .isEqualTo(new EntityCounts("events/Subscriptions/bill", 2, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void numbersCopiesBySubscriptionAndRemembersTheTopicsNumber() {
    List<Long> first = plain.send(TestMessage.of(null, "m1"));
    MessageQueue audit = plain.subscription("audit");
    plain
        .namespace
        .changes()
        .update(plain.topic.settings().with(SubscriptionSettings.plain("late")));

    List<Long> second = plain.send(TestMessage.of(null, "m2"));

    assertThat(first).containsExactly(1L);
    assertThat(second).containsExactly(2L);
    assertThat(audit.byNumber().peek(2, 1, null).get(0).sequenceNumber()).isEqualTo(2);
    var late = plain.subscription("late").byNumber().peek(1, 9, null);
    assertThat(late).hasSize(1);
    assertThat(late.get(0).sequenceNumber()).isEqualTo(1);
    assertThat(late.get(0).enqueuedSequenceNumber()).isEqualTo(2);
  }

  @Test
  void keepsAScheduledMessageUntilItIsDueAlsoForAReceiverThatComesBeforeTheTick() {
    List<Long> numbers =
        plain.send(
            TestMessage.of(null, "soon").scheduledAt(plain.clock.instant().plusSeconds(60)),
            TestMessage.of(null, "never").scheduledAt(plain.clock.instant().plusSeconds(60)));
    assertThat(plain.topic.cancelScheduled(List.of(numbers.get(1)))).isEmpty();
    assertThat(plain.topic.cancelScheduled(List.of(numbers.get(1))))
        .contains(Refusal.MESSAGE_NOT_FOUND);
    assertThat(plain.take("audit")).isEmpty();

    plain.clock.tick(Duration.ofSeconds(60));

    assertThat(plain.take("audit")).containsExactly("soon");
    assertThat(plain.take("bill")).containsExactly("soon");
  }

  @Test
  void capsTheTimeToLiveOfItsSubscriptions() {
    TopicFixture capped =
        new TopicFixture(
            TopicSettings.topic(
                    "events",
                    SubscriptionSettings.plain("long").withTimeToLive(Duration.ofHours(1), true),
                    SubscriptionSettings.plain("short")
                        .withTimeToLive(Duration.ofSeconds(10), true))
                .withTimeToLive(Duration.ofMinutes(1)));
    capped.send(TestMessage.of(null, "m1"));

    capped.pass(Duration.ofSeconds(10));
    assertThat(capped.take("short")).isEmpty();
    assertThat(capped.deadLettered("short")).containsExactly("m1:TTLExpiredException");
    assertThat(capped.deadLettered("long")).isEmpty();
    capped.pass(Duration.ofSeconds(50));
    assertThat(capped.take("long")).isEmpty();
    assertThat(capped.deadLettered("long")).containsExactly("m1:TTLExpiredException");
  }

  @Test
  void givesSessionsWhereTheSubscriptionHasThemAndDeadLettersWhatHasNone() {
    TopicFixture mixed =
        new TopicFixture(
            TopicSettings.topic(
                "events",
                SubscriptionSettings.withSessions("ordered"),
                SubscriptionSettings.plain("any")));

    mixed.send(TestMessage.of("s1", "m1"), TestMessage.of(null, "m2"));

    MessageQueue ordered = mixed.subscription("ordered");
    assertThat(ordered.attach(new RecordingConsumer()))
        .isEqualTo(new AcceptResult.Refused(Refusal.SESSION_REQUIRED));
    var session =
        BrokerFixture.granted(ordered.acceptNextSession(new RecordingConsumer(), Duration.ZERO));
    MessageLock lock = ordered.take(session);
    assertThat(lock).isNotNull();
    assertThat(BrokerFixture.id(lock)).isEqualTo("m1");
    ordered.settle(lock.token(), Disposition.of(Disposition.Kind.COMPLETE));
    assertThat(mixed.deadLettered("ordered")).containsExactly("m2:Session ID is null");
    assertThat(mixed.take("any")).containsExactly("m1", "m2");
  }

  @Test
  void refusesWhatItsSubscriptionsTogetherHaveNoRoomFor() {
    TopicFixture small =
        new TopicFixture(
            TopicSettings.topic(
                    "events", SubscriptionSettings.plain("a"), SubscriptionSettings.plain("b"))
                .withSizes(1024, 2048));
    small.send(TestMessage.of(null, "m1").ofSize(1000));

    SendResult full = small.topic.send(List.of(TestMessage.of(null, "m2").ofSize(100)));
    assertThat(BrokerFixture.refusal(full)).isEqualTo(Refusal.QUOTA_EXCEEDED);
    SendResult large = small.topic.send(List.of(TestMessage.of(null, "m3").ofSize(1025)));
    assertThat(BrokerFixture.refusal(large)).isEqualTo(Refusal.MESSAGE_TOO_LARGE);
  }

  @Test
  void dropsADuplicateBeforeItIsCopied() {
    TopicFixture once =
        new TopicFixture(
            TopicSettings.topic("events", SubscriptionSettings.plain("a"))
                .withDuplicateDetection(Duration.ofMinutes(10)));

    List<Long> first = once.send(TestMessage.of(null, "m1"));
    List<Long> second = once.send(TestMessage.of(null, "m1"));

    assertThat(second).isEqualTo(first);
    assertThat(once.take("a")).containsExactly("m1");
  }
}

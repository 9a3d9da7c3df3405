package io.twinbus.local.unit;

import static io.twinbus.local.unit.BrokerFixture.LOCK;
import static io.twinbus.local.unit.BrokerFixture.id;
import static io.twinbus.local.unit.BrokerFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.DeferredResult;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.Disposition.Kind;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerMessagesTest {
  private final BrokerFixture broker = BrokerFixture.plain();

  @Test
  void takesInABatchWholeOrNotAtAll() {
    BrokerFixture small = BrokerFixture.of(QueueSettings.plainQueue("q").withSizes(1024, 2048));
    TestMessage big = TestMessage.of(null, "big").ofSize(600);

    assertThat(refusal(small.queue.send(List.of(big, big)))).isEqualTo(Refusal.MESSAGE_TOO_LARGE);
    small.send(big, TestMessage.of(null, "m2"));
    small.send(big);
    small.send(big);
    assertThat(refusal(small.queue.send(List.of(big)))).isEqualTo(Refusal.QUOTA_EXCEEDED);

    assertThat(small.queue.counts().active()).isEqualTo(4);
  }

  @Test
  void redeliversAnAbandonedMessageBeforeTheOthersAndCounts() {
    broker.send(TestMessage.of(null, "m1"), TestMessage.of(null, "m2"));
    Attachment receiver = broker.attach();

    broker.settle(broker.take(receiver), Kind.ABANDON);

    MessageLock again = broker.take(receiver);
    assertThat(id(again)).isEqualTo("m1");
    assertThat(again.message().deliveryCount()).isEqualTo(1);
  }

  @Test
  void deadLettersWhatFailedTooOften() {
    BrokerFixture strict =
        BrokerFixture.of(QueueSettings.sessionQueue("q").withMaxDeliveryCount(2));
    strict.sendTo("a", "m1", "m2");
    Attachment receiver = strict.accept("a");

    strict.settle(strict.take(receiver), Kind.ABANDON);
    strict.settle(strict.take(receiver), Kind.ABANDON);

    assertThat(strict.deadLettered()).containsExactly("m1:MaxDeliveryCountExceeded");
    assertThat(strict.takeAll(receiver)).containsExactly("m2");
  }

  @Test
  void countsALockThatRanOut() {
    broker.send(TestMessage.of(null, "m1"));
    Attachment receiver = broker.attach();
    MessageLock lost = broker.take(receiver);
    assertThat(broker.namespace.nextWakeUp()).contains(broker.clock.instant().plus(LOCK));

    broker.pass(LOCK);

    assertThat(broker.settle(lost, Kind.COMPLETE)).isEqualTo(Settlement.LOCK_LOST);
    assertThat(broker.take(receiver).message().deliveryCount()).isEqualTo(1);
  }

  @Test
  void renewsALock() {
    broker.send(TestMessage.of(null, "m1"));
    MessageLock lock = broker.take(broker.attach());

    broker.pass(LOCK.minusSeconds(1));
    assertThat(broker.queue.renewLock(lock.token())).contains(broker.clock.instant().plus(LOCK));
    broker.pass(LOCK.minusSeconds(1));

    assertThat(broker.settle(lock, Kind.COMPLETE)).isEqualTo(Settlement.APPLIED);
    assertThat(broker.queue.renewLock(lock.token())).isEmpty();
  }

  @Test
  void deadLettersWithReasonAndTheOriginalNumber() {
    List<Long> numbers = broker.send(TestMessage.of(null, "m1"));
    MessageLock lock = broker.take(broker.attach());

    broker.queue.settle(
        lock.token(), new Disposition(Kind.DEAD_LETTER, Map.of("DeadLetterReason", "bad")));

    assertThat(broker.deadLettered()).containsExactly("m1:bad");
    BrokerMessage dead = broker.deadLetters().byNumber().peek(1, 1, null).get(0);
    assertThat(dead.enqueuedSequenceNumber()).isEqualTo(numbers.get(0));
    assertThat(dead.deadLetterSource()).isEqualTo("q");
    assertThat(broker.queue.counts().deadLettered()).isEqualTo(1);
  }

  @Test
  void givesADeferredMessageByItsNumberOnly() {
    long number = broker.send(TestMessage.of(null, "m1")).get(0);
    Attachment receiver = broker.attach();
    broker.settle(broker.take(receiver), Kind.DEFER);
    assertThat(broker.queue.take(receiver)).isNull();

    var received =
        (DeferredResult.Received) broker.queue.byNumber().receiveDeferred(List.of(number), null);

    MessageLock lock = received.locks().get(0);
    assertThat(lock.message().state()).isEqualTo(BrokerMessage.State.DEFERRED);
    assertThat(broker.queue.byNumber().receiveDeferred(List.of(number), null))
        .isEqualTo(new DeferredResult.Refused(Refusal.MESSAGE_NOT_FOUND));
    broker.settle(lock, Kind.ABANDON);
    assertThat(broker.queue.counts().deferred()).isEqualTo(1);
    assertThat(broker.queue.take(receiver)).isNull();
  }

  @Test
  void givesDeferredMessagesOfASessionToItsHolderOnly() {
    BrokerFixture sessions = BrokerFixture.withSessions();
    long number = sessions.send(TestMessage.of("a", "m1")).get(0);
    Attachment holder = sessions.acceptNext();
    sessions.settle(sessions.take(holder), Kind.DEFER);

    assertThat(sessions.queue.byNumber().receiveDeferred(List.of(number), "b"))
        .isEqualTo(new DeferredResult.Refused(Refusal.SESSION_LOCK_LOST));
    assertThat(sessions.queue.byNumber().receiveDeferred(List.of(number), "a"))
        .isInstanceOf(DeferredResult.Received.class);
  }

  @Test
  void showsAScheduledMessageWhenItIsDueUnderANewNumber() {
    TestMessage later =
        TestMessage.of(null, "later").scheduledAt(broker.clock.instant().plusSeconds(10));
    long scheduledAs = broker.send(later).get(0);
    broker.send(TestMessage.of(null, "m1"));
    Attachment receiver = broker.attach();
    assertThat(broker.takeAll(receiver)).containsExactly("m1");
    assertThat(broker.queue.byNumber().peek(1, 10, null)).hasSize(2);

    broker.pass(Duration.ofSeconds(10));

    BrokerMessage active = broker.take(receiver).message();
    assertThat(active.sequenceNumber()).isGreaterThan(scheduledAs + 1);
    assertThat(active.enqueuedSequenceNumber()).isEqualTo(scheduledAs);
    assertThat(active.enqueuedAt()).isEqualTo(broker.clock.instant());
  }

  @Test
  void cancelsScheduledMessagesAllOrNone() {
    TestMessage later =
        TestMessage.of(null, "later").scheduledAt(broker.clock.instant().plusSeconds(10));
    long number = broker.send(later).get(0);

    assertThat(broker.queue.byNumber().cancelScheduled(List.of(number, 99L)))
        .contains(Refusal.MESSAGE_NOT_FOUND);
    assertThat(broker.queue.counts().scheduled()).isEqualTo(1);
    assertThat(broker.queue.byNumber().cancelScheduled(List.of(number))).isEmpty();
    assertThat(broker.queue.counts().scheduled()).isZero();
  }

  @Test
  void dropsOrDeadLettersWhatExpiresButNotWhileItIsLocked() {
    QueueSettings settings =
        QueueSettings.plainQueue("q").withTimeToLive(Duration.ofSeconds(20), true);
    BrokerFixture expiring = BrokerFixture.of(settings);
    expiring.send(TestMessage.of(null, "locked"), TestMessage.of(null, "waiting"));
    MessageLock held = expiring.take(expiring.attach());

    expiring.pass(Duration.ofSeconds(20));

    assertThat(expiring.deadLettered()).isEmpty();
    assertThat(expiring.takeAll(expiring.attach())).isEmpty();
    assertThat(expiring.deadLettered()).containsExactly("waiting:TTLExpiredException");
    assertThat(expiring.settle(held, Kind.COMPLETE)).isEqualTo(Settlement.APPLIED);

    broker.send(TestMessage.of(null, "short").livingFor(Duration.ofSeconds(5)));
    broker.pass(Duration.ofSeconds(5));
    assertThat(broker.takeAll(broker.attach())).isEmpty();
    assertThat(broker.queue.counts().unsettled()).isZero();
    assertThat(broker.deadLettered()).isEmpty();
  }

  @Test
  void countsTimeToLiveFromActivation() {
    broker.send(
        TestMessage.of(null, "m1")
            .scheduledAt(broker.clock.instant().plusSeconds(300))
            .livingFor(Duration.ofMinutes(10)));

    broker.pass(Duration.ofMinutes(5));
    broker.pass(Duration.ofSeconds(599));
    MessageLock living = broker.take(broker.attach());
    broker.settle(living, Kind.ABANDON);
    broker.pass(Duration.ofSeconds(1));
    assertThat(broker.takeAll(broker.attach())).isEmpty();
  }

  @Test
  void tellsOneOfSeveralReceiversInTurn() {
    RecordingConsumer one = new RecordingConsumer();
    RecordingConsumer two = new RecordingConsumer();
    Attachment first = BrokerFixture.granted(broker.queue.attach(one));
    Attachment second = BrokerFixture.granted(broker.queue.attach(two));
    assertThat(broker.queue.take(first)).isNull();
    assertThat(broker.queue.take(second)).isNull();

    broker.send(TestMessage.of(null, "m1"));
    broker.send(TestMessage.of(null, "m2"));

    assertThat(one.heard()).containsExactly("ready");
    assertThat(two.heard()).containsExactly("ready");
  }

  @Test
  void countsEveryPlaceAMessageCanBeIn() {
    broker.send(
        TestMessage.of(null, "locked"),
        TestMessage.of(null, "deferred"),
        TestMessage.of(null, "dead"),
        TestMessage.of(null, "active"),
        TestMessage.of(null, "later").scheduledAt(broker.clock.instant().plusSeconds(9)));
    Attachment receiver = broker.attach();
    broker.take(receiver);
    broker.settle(broker.take(receiver), Kind.DEFER);
    broker.settle(broker.take(receiver), Kind.DEAD_LETTER);

    assertThat(broker.queue.counts()).isEqualTo(new EntityCounts("q", 1, 1, 1, 1, 1, 0, 0));
  }
}

package io.twinbus.local.unit;

import static io.twinbus.local.unit.BrokerFixture.LOCK;
import static io.twinbus.local.unit.BrokerFixture.id;
import static io.twinbus.local.unit.BrokerFixture.refusal;
import static io.twinbus.local.unit.BrokerFixture.sessionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.Disposition.Kind;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.SessionDesk;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BrokerSessionsTest {
  private final BrokerFixture broker = BrokerFixture.withSessions();

  @Test
  void givesTheMessagesOfASessionInOrderWhateverElseIsSent() {
    broker.sendTo("a", "a1");
    broker.sendTo("b", "b1");
    broker.sendTo("a", "a2");

    assertThat(broker.takeAll(broker.accept("a"))).containsExactly("a1", "a2");
  }

  @Test
  void acceptsTheSessionThatHasWaitedLongestAndAReleasedOneGoesBehind() {
    broker.sendTo("a", "a1", "a2");
    broker.sendTo("b", "b1");
    broker.sendTo("c", "c1");

    Attachment first = broker.acceptNext();
    assertThat(sessionId(first)).isEqualTo("a");
    broker.queue.detach(first);

    assertThat(sessionId(broker.acceptNext())).isEqualTo("b");
    assertThat(sessionId(broker.acceptNext())).isEqualTo("c");
    assertThat(sessionId(broker.acceptNext())).isEqualTo("a");
  }

  @Test
  void doesNotOfferASessionThatHasNothingToReceive() {
    broker.sendTo("a", "a1");
    Attachment holder = broker.acceptNext();
    broker.settle(broker.take(holder), Kind.COMPLETE);
    broker.queue.detach(holder);

    RecordingConsumer waiting = new RecordingConsumer();
    assertThat(broker.queue.acceptNextSession(waiting, Duration.ofSeconds(5)))
        .isInstanceOf(AcceptResult.Waiting.class);
    assertThat(broker.queue.counts().sessions()).isZero();
  }

  @Test
  void grantsASessionToTheOneWhoHasWaitedLongest() {
    RecordingConsumer one = new RecordingConsumer();
    RecordingConsumer two = new RecordingConsumer();
    broker.queue.acceptNextSession(one, Duration.ofSeconds(9));
    broker.queue.acceptNextSession(two, Duration.ofSeconds(9));

    broker.sendTo("a", "a1");
    broker.sendTo("b", "b1");

    assertThat(one.heard()).containsExactly("granted a");
    assertThat(two.heard()).containsExactly("granted b");
    assertThat(id(broker.take(one.attachment()))).isEqualTo("a1");
  }

  @Test
  void endsAWaitAtItsOwnDeadline() {
    RecordingConsumer patient = new RecordingConsumer();
    RecordingConsumer hasty = new RecordingConsumer();
    broker.queue.acceptNextSession(patient, Duration.ofSeconds(9));
    broker.queue.acceptNextSession(hasty, Duration.ofSeconds(2));
    assertThat(broker.namespace.nextWakeUp()).contains(broker.clock.instant().plusSeconds(2));

    broker.pass(Duration.ofSeconds(2));

    assertThat(hasty.heard()).containsExactly("timed out");
    assertThat(patient.heard()).isEmpty();
    broker.sendTo("a", "a1");
    assertThat(patient.heard()).containsExactly("granted a");
  }

  @Test
  void holdsASessionForOneOnly() {
    broker.sendTo("a", "a1");
    broker.accept("a");

    assertThat(refusal(broker.queue.acceptSession(new RecordingConsumer(), "a")))
        .isEqualTo(Refusal.SESSION_CANNOT_BE_LOCKED);
  }

  @Test
  void locksCoverMessagesThatComeLater() {
    Attachment holder = broker.accept("new");
    broker.sendTo("new", "n1");

    RecordingConsumer other = new RecordingConsumer();
    assertThat(broker.queue.acceptNextSession(other, Duration.ofSeconds(1)))
        .isInstanceOf(AcceptResult.Waiting.class);
    assertThat(broker.takeAll(holder)).containsExactly("n1");
  }

  @Test
  void losesTheLockWhenItIsNotRenewedAndTheDeliveryCounts() {
    broker.sendTo("a", "a1", "a2");
    RecordingConsumer consumer = new RecordingConsumer();
    Attachment holder = BrokerFixture.granted(broker.queue.acceptSession(consumer, "a"));
    MessageLock lock = broker.take(holder);

    broker.pass(LOCK);

    assertThat(consumer.heard()).contains("lock lost");
    assertThat(broker.settle(lock, Kind.COMPLETE)).isEqualTo(Settlement.LOCK_LOST);
    assertThat(broker.queue.take(holder)).isNull();
    MessageLock again = broker.take(broker.acceptNext());
    assertThat(id(again)).isEqualTo("a1");
    assertThat(again.message().deliveryCount()).isEqualTo(1);
  }

  @Test
  void keepsARenewedLock() {
    broker.sendTo("a", "a1");
    Attachment holder = broker.acceptNext();
    MessageLock lock = broker.take(holder);
    SessionDesk sessions = broker.queue.sessions().orElseThrow();

    broker.pass(LOCK.minusSeconds(1));
    assertThat(sessions.renew("a")).contains(broker.clock.instant().plus(LOCK));
    broker.pass(LOCK.minusSeconds(1));

    assertThat(lock.until()).isEqualTo(broker.clock.instant().plusSeconds(1));
    assertThat(broker.settle(lock, Kind.COMPLETE)).isEqualTo(Settlement.APPLIED);
  }

  @Test
  void closingGivesBackWithoutCounting() {
    broker.sendTo("a", "a1");
    Attachment holder = broker.acceptNext();
    broker.take(holder);

    broker.queue.detach(holder);

    MessageLock again = broker.take(broker.acceptNext());
    assertThat(again.message().deliveryCount()).isZero();
  }

  @Test
  void keepsStateOverTheLastMessageUntilItIsCleared() {
    byte[] state = "half way".getBytes(StandardCharsets.UTF_8);
    Attachment holder = broker.accept("a");
    SessionDesk sessions = broker.queue.sessions().orElseThrow();
    assertThat(sessions.setState("a", state)).isEmpty();
    broker.queue.detach(holder);

    assertThat(sessions.state("a")).isEqualTo(state);
    assertThat(sessions.list(0, 10)).containsExactly("a");

    Attachment again = broker.accept("a");
    sessions.setState("a", null);
    broker.queue.detach(again);
    assertThat(broker.queue.counts().sessions()).isZero();
  }

  @Test
  void refusesWhatASessionQueueCannotTake() {
    TestMessage plain = TestMessage.of(null, "m1");

    assertThat(refusal(broker.queue.send(java.util.List.of(TestMessage.of("a", "m0"), plain))))
        .isEqualTo(Refusal.SESSION_ID_MISSING);
    assertThat(refusal(broker.queue.attach(new RecordingConsumer())))
        .isEqualTo(Refusal.SESSION_REQUIRED);
    assertThat(broker.queue.counts().active()).isZero();
  }

  @Test
  void servesManySessionsWithoutLookingAtAllOfThem() {
    int sessions = 100_000;
    for (int i = 0; i < sessions; i++) {
      broker.sendTo("s" + i, "m" + i);
    }

    int accepted = 0;
    while (broker.queue.counts().active() > 0) {
      Attachment next = broker.acceptNext();
      assertThat(sessionId(next)).isEqualTo("s" + accepted++);
      broker.settle(broker.take(next), Kind.COMPLETE);
      broker.queue.detach(next);
    }

    assertThat(accepted).isEqualTo(sessions);
  }
}

package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Disposition.Kind;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.NamespaceChanges;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerChangesTest {
  private final BrokerFixture broker = BrokerFixture.plain();
  private final NamespaceChanges changes = broker.namespace.changes();
  private final QueueSettings settings = broker.queue.settings();

  @Test
  void aChangeDropsLocksAndLinksAndKeepsMessages() {
    broker.send(TestMessage.of(null, "m1"));
    RecordingConsumer consumer = new RecordingConsumer();
    List<Refusal> producer = new ArrayList<>();
    assertThat(broker.queue.linkProducer(producer::add)).isEmpty();
    MessageLock held = broker.take(BrokerFixture.granted(broker.queue.attach(consumer)));

    changes.update(settings.withLockDuration(Duration.ofSeconds(5)));

    assertThat(consumer.heard()).containsExactly("detached: ENTITY_CHANGED");
    assertThat(producer).containsExactly(Refusal.ENTITY_CHANGED);
    assertThat(broker.settle(held, Kind.COMPLETE)).isEqualTo(Settlement.LOCK_LOST);
    MessageLock again = broker.take(broker.attach());
    assertThat(again.message().deliveryCount()).isZero();
    assertThat(again.until()).isEqualTo(broker.clock.instant().plusSeconds(5));
  }

  @Test
  void aChangeEndsSessionsAndWaitsAndGrantsNoneOnTheWay() {
    BrokerFixture sessions = BrokerFixture.withSessions();
    sessions.sendTo("s1", "m1");
    RecordingConsumer holder = new RecordingConsumer();
    RecordingConsumer waiting = new RecordingConsumer();
    sessions.queue.acceptNextSession(holder, Duration.ofSeconds(60));
    sessions.queue.acceptNextSession(waiting, Duration.ofSeconds(60));

    sessions.namespace.changes().update(sessions.queue.settings().withMaxDeliveryCount(3));

    assertThat(holder.heard()).contains("detached: ENTITY_CHANGED");
    assertThat(waiting.heard()).containsExactly("detached: ENTITY_CHANGED");
    assertThat(BrokerFixture.sessionId(sessions.acceptNext())).isEqualTo("s1");
  }

  @Test
  void aClosedDirectionRefusesAndTheOtherServes() {
    broker.send(TestMessage.of(null, "m1"));

    changes.status("Q", EntityStatus.SEND_DISABLED);
    assertThat(BrokerFixture.refusal(broker.queue.send(List.of(TestMessage.of(null, "m2")))))
        .isEqualTo(Refusal.ENTITY_DISABLED);
    assertThat(broker.queue.linkProducer(why -> {})).contains(Refusal.ENTITY_DISABLED);
    assertThat(broker.takeAll(broker.attach())).containsExactly("m1");

    changes.status("q", EntityStatus.RECEIVE_DISABLED);
    broker.send(TestMessage.of(null, "m3"));
    assertThat(broker.queue.attach(new RecordingConsumer()))
        .isEqualTo(new AcceptResult.Refused(Refusal.ENTITY_DISABLED));

    changes.status("q", EntityStatus.ACTIVE);
    assertThat(broker.takeAll(broker.attach())).containsExactly("m1", "m3");
  }

  @Test
  void aDeletedQueueTellsItsClientsAndIsGone() {
    RecordingConsumer consumer = new RecordingConsumer();
    broker.queue.attach(consumer);
    List<Refusal> requester = new ArrayList<>();
    broker.queue.linkRequester(requester::add);

    changes.delete("q");

    assertThat(consumer.heard()).containsExactly("detached: ENTITY_NOT_FOUND");
    assertThat(requester).containsExactly(Refusal.ENTITY_NOT_FOUND);
    assertThat(broker.namespace.find("q")).isEmpty();
    assertThatThrownBy(() -> changes.delete("q"))
        .isInstanceOf(NoSuchEntityException.class)
        .hasMessage("There is no queue, topic or subscription 'q'.");
  }

  @Test
  void refusesWhatCannotBeChanged() {
    assertThatThrownBy(() -> changes.update(QueueSettings.sessionQueue("q")))
        .isInstanceOf(InvalidEndpointSettingException.class)
        .hasMessage("The queue 'q' has no sessions, which cannot be changed.");
    assertThatThrownBy(() -> changes.update(settings.withDuplicateDetection(Duration.ofMinutes(1))))
        .hasMessage("The queue 'q' detects no duplicates, which cannot be changed.");
    assertThatThrownBy(() -> changes.create(TopicSettings.topic("Q")))
        .hasMessage("There is a 'Q' already.");
  }

  @Test
  void subscriptionsComeAndGoWithTheTopic() {
    changes.create(TopicSettings.topic("events", SubscriptionSettings.plain("a")));
    RecordingConsumer consumer = new RecordingConsumer();
    broker.namespace.find("events/subscriptions/a").orElseThrow().attach(consumer);

    changes.status("events/Subscriptions/a", EntityStatus.RECEIVE_DISABLED);
    assertThat(consumer.heard()).containsExactly("detached: ENTITY_DISABLED");
    changes.delete("events/Subscriptions/a");
    assertThat(broker.namespace.find("events/subscriptions/a")).isEmpty();
    assertThat(broker.namespace.topic("events")).isPresent();
    changes.delete("events");
    assertThat(broker.namespace.topic("events")).isEmpty();
  }

  @Test
  void deletesWhatIsIdleButNotWhileSomebodyReceives() {
    changes.create(QueueSettings.plainQueue("temp").withAutoDeleteOnIdle(Duration.ofMinutes(5)));
    changes.create(QueueSettings.plainQueue("used").withAutoDeleteOnIdle(Duration.ofMinutes(5)));
    var used = broker.namespace.find("used").orElseThrow();
    var receiver = BrokerFixture.granted(used.attach(new RecordingConsumer()));
    broker.pass(Duration.ofMinutes(4));
    broker.namespace.find("temp").orElseThrow().byNumber().peek(1, 1, null);

    broker.pass(Duration.ofMinutes(4));
    assertThat(broker.namespace.find("temp")).isPresent();
    broker.pass(Duration.ofMinutes(1));
    assertThat(broker.namespace.find("temp")).isEmpty();
    assertThat(broker.namespace.find("used")).isPresent();

    used.detach(receiver);
    broker.pass(Duration.ofMinutes(5));
    assertThat(broker.namespace.find("used")).isEmpty();
  }

  @Test
  void wakesUpForTheDeletionOfAnIdleEntity() {
    changes.create(QueueSettings.plainQueue("temp").withAutoDeleteOnIdle(Duration.ofMinutes(5)));

    assertThat(broker.namespace.nextWakeUp())
        .contains(broker.clock.instant().plus(Duration.ofMinutes(5)));
  }
}

package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.broker.AcceptResult;
import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.broker.Session;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.Surroundings;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A namespace with one queue, {@code q}, on a clock that the test moves. */
final class BrokerFixture {
  static final Duration LOCK = Duration.ofSeconds(30);

  final TickingClock clock = new TickingClock();
  final Namespace namespace;
  final MessageQueue queue;

  private BrokerFixture(QueueSettings settings) {
    AtomicLong tokens = new AtomicLong();
    namespace =
        new Namespace(
            NamespaceSettings.ofQueues(settings),
            Surroundings.calm(clock, () -> new UUID(0, tokens.incrementAndGet())));
    queue = namespace.find(settings.name()).orElseThrow();
  }

  static BrokerFixture of(QueueSettings settings) {
    return new BrokerFixture(settings.withLockDuration(LOCK));
  }

  static BrokerFixture withSessions() {
    return of(QueueSettings.sessionQueue("q"));
  }

  static BrokerFixture plain() {
    return of(QueueSettings.plainQueue("q"));
  }

  MessageQueue deadLetters() {
    return namespace.find("Q/$DeadLetterQueue").orElseThrow();
  }

  void pass(Duration time) {
    clock.tick(time);
    namespace.tick();
  }

  List<Long> send(TestMessage... messages) {
    SendResult result = queue.send(List.of(messages));
    assertThat(result).isInstanceOf(SendResult.Accepted.class);
    return ((SendResult.Accepted) result).sequenceNumbers();
  }

  void sendTo(String session, String... ids) {
    for (String id : ids) {
      send(TestMessage.of(session, id));
    }
  }

  static Refusal refusal(SendResult result) {
    return ((SendResult.Refused) result).refusal();
  }

  static Refusal refusal(AcceptResult result) {
    return ((AcceptResult.Refused) result).refusal();
  }

  static Attachment granted(AcceptResult result) {
    assertThat(result).isInstanceOf(AcceptResult.Granted.class);
    return ((AcceptResult.Granted) result).attachment();
  }

  Attachment acceptNext() {
    return granted(queue.acceptNextSession(new RecordingConsumer(), Duration.ZERO));
  }

  Attachment accept(String session) {
    return granted(queue.acceptSession(new RecordingConsumer(), session));
  }

  Attachment attach() {
    return granted(queue.attach(new RecordingConsumer()));
  }

  static String sessionId(Attachment attachment) {
    Session session = attachment.session();
    return session == null ? "" : session.id();
  }

  MessageLock take(Attachment attachment) {
    MessageLock lock = queue.take(attachment);
    if (lock == null) {
      throw new AssertionError("There is no message to take.");
    }
    return lock;
  }

  List<String> takeAll(Attachment attachment) {
    List<String> ids = new ArrayList<>();
    for (MessageLock lock = queue.take(attachment); lock != null; lock = queue.take(attachment)) {
      ids.add(id(lock));
    }
    return ids;
  }

  static String id(MessageLock lock) {
    return lock.message().content().messageId();
  }

  Settlement settle(MessageLock lock, Disposition.Kind kind) {
    return queue.settle(lock.token(), Disposition.of(kind));
  }

  /** The dead letters, each as {@code id:reason}. */
  List<String> deadLettered() {
    return deadLetters().byNumber().peek(1, 100, null).stream()
        .map(
            message ->
                message.content().messageId()
                    + ":"
                    + message.changedProperties().get("DeadLetterReason"))
        .toList();
  }
}

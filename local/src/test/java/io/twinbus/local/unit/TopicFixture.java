package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.broker.Surroundings;
import io.twinbus.local.servicebus.broker.Topic;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A namespace with one topic on a clock that the test moves. */
final class TopicFixture {
  final TickingClock clock = new TickingClock();
  final Namespace namespace;
  final Topic topic;

  TopicFixture(TopicSettings settings) {
    AtomicLong tokens = new AtomicLong();
    namespace =
        new Namespace(
            NamespaceSettings.ofQueues().withTopics(settings),
            Surroundings.calm(clock, () -> new UUID(0, tokens.incrementAndGet())));
    topic = namespace.topic(settings.name()).orElseThrow();
  }

  List<Long> send(TestMessage... messages) {
    SendResult result = topic.send(List.of(messages));
    assertThat(result).isInstanceOf(SendResult.Accepted.class);
    return ((SendResult.Accepted) result).sequenceNumbers();
  }

  MessageQueue subscription(String name) {
    return namespace.find(topic.name() + "/Subscriptions/" + name).orElseThrow();
  }

  /** Takes what a plain subscription has to give; the locks stay. */
  List<String> take(String subscription) {
    MessageQueue queue = subscription(subscription);
    var attachment = BrokerFixture.granted(queue.attach(new RecordingConsumer()));
    List<String> ids = new ArrayList<>();
    for (MessageLock lock = queue.take(attachment); lock != null; lock = queue.take(attachment)) {
      ids.add(BrokerFixture.id(lock));
    }
    return ids;
  }

  List<String> deadLettered(String subscription) {
    return namespace
        .find(topic.name() + "/subscriptions/" + subscription + "/$deadletterqueue")
        .orElseThrow()
        .byNumber()
        .peek(1, 100, null)
        .stream()
        .map(
            message ->
                message.content().messageId()
                    + ":"
                    + message.changedProperties().get("DeadLetterReason"))
        .toList();
  }

  void pass(Duration time) {
    clock.tick(time);
    namespace.tick();
  }
}

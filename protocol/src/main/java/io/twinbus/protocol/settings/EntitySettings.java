package io.twinbus.protocol.settings;

import java.util.Optional;

/**
 * The Service Bus entity that carries the messages, called alike in every region: a queue, or a
 * topic with the subscription that receivers read.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name the queue's or topic's name
 * @param subscription the subscription; empty for a queue
 */
public record EntitySettings(String name, Optional<String> subscription) {

  /** Name of the queue when nothing is configured. */
  public static final String DEFAULT_QUEUE = "orders";

  /** Whether the entity is a topic. */
  public boolean isTopic() {
    return subscription.isPresent();
  }

  /** As people know it: {@code the queue 'orders'}, {@code the subscription 'events/audit'}. */
  public String inWords() {
    return subscription
        .map(of -> "the subscription '%s/%s'".formatted(name, of))
        .orElse("the queue '%s'".formatted(name));
  }

  /**
   * The entity that {@code flat} names, for readers of a part of the settings: {@link
   * ClusterSettings} refuses names that contradict each other.
   */
  public static EntitySettings named(FlatSettings flat) {
    Optional<String> topic = flat.find(ClusterKeys.TOPIC);
    return new EntitySettings(
        topic.or(() -> flat.find(ClusterKeys.QUEUE)).orElse(DEFAULT_QUEUE),
        topic.isPresent() ? flat.find(ClusterKeys.SUBSCRIPTION) : Optional.empty());
  }

  static EntitySettings from(FlatSettings flat) {
    Optional<String> queue = flat.find(ClusterKeys.QUEUE);
    Optional<String> topic = flat.find(ClusterKeys.TOPIC);
    Optional<String> subscription = flat.find(ClusterKeys.SUBSCRIPTION);
    if (queue.isPresent() && topic.isPresent()) {
      flat.refuse("Set twinbus.queue or twinbus.topic, not both.");
    }
    if (topic.isPresent() != subscription.isPresent()
        && !flat.isRefused(ClusterKeys.TOPIC, ClusterKeys.SUBSCRIPTION)) {
      flat.refuse(
          "twinbus.topic and twinbus.subscription go together: set both, or twinbus.queue.");
    }
    return new EntitySettings(topic.or(() -> queue).orElse(DEFAULT_QUEUE), subscription);
  }
}

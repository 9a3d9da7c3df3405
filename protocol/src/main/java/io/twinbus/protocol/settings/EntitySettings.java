package io.twinbus.protocol.settings;

import java.util.Optional;
import java.util.SortedSet;

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
  public static EntitySettings named(FlatSettings all) {
    FlatSettings flat = only(all);
    Optional<String> topic = flat.find(ClusterKeys.TOPIC);
    return new EntitySettings(
        topic.or(() -> flat.find(ClusterKeys.QUEUE)).orElseGet(() -> usual(flat)),
        topic.isPresent() ? flat.find(ClusterKeys.SUBSCRIPTION) : Optional.empty());
  }

  static EntitySettings from(FlatSettings all) {
    FlatSettings flat = only(all);
    ConfiguredQueues.refuseNone(flat);
    if (flat.queue().isEmpty() && !flat.names(QueueKeys.QUEUES).isEmpty()) {
      flat.refuse(
          QueueKeys.QUEUES,
          "The configuration has the queues %s: say which one is meant."
              .formatted(String.join(", ", flat.names(QueueKeys.QUEUES))));
    }
    Optional<String> queue = flat.find(ClusterKeys.QUEUE);
    Optional<String> topic = flat.find(ClusterKeys.TOPIC);
    Optional<String> subscription = flat.find(ClusterKeys.SUBSCRIPTION);
    Setting<String> queueKey = flat.inForce(ClusterKeys.QUEUE);
    Setting<String> topicKey = flat.inForce(ClusterKeys.TOPIC);
    Setting<String> subscriptionKey = flat.inForce(ClusterKeys.SUBSCRIPTION);
    if (queue.isPresent() && topic.isPresent()) {
      flat.refuse("Set %s or %s, not both.".formatted(queueKey, topicKey));
    }
    if (topic.isPresent() != subscription.isPresent()
        && !flat.isRefused(ClusterKeys.TOPIC, ClusterKeys.SUBSCRIPTION)) {
      flat.refuse(
          "%s and %s go together: set both, or %s.".formatted(topicKey, subscriptionKey, queueKey));
    }
    return new EntitySettings(topic.or(() -> queue).orElseGet(() -> usual(flat)), subscription);
  }

  /** The settings of the one queue below {@code twinbus.queues}, if there is one alone. */
  private static FlatSettings only(FlatSettings flat) {
    SortedSet<String> names = flat.names(QueueKeys.QUEUES);
    return flat.queue().isEmpty() && names.size() == 1 ? flat.ofQueue(names.first()) : flat;
  }

  /** A queue that says nothing else is called at the broker as in the configuration. */
  private static String usual(FlatSettings flat) {
    return flat.queue().orElse(DEFAULT_QUEUE);
  }
}

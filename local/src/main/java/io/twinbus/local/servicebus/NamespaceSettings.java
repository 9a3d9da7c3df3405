package io.twinbus.local.servicebus;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The entities of one namespace: its queues and topics, no two under one name. Immutable.
 *
 * @param queues in the order in which they are shown
 * @param topics in the order in which they are shown
 */
public record NamespaceSettings(List<QueueSettings> queues, List<TopicSettings> topics) {

  /**
   * Checks that no name is there twice.
   *
   * @throws InvalidEndpointSettingException in one sentence
   */
  public NamespaceSettings {
    queues = List.copyOf(queues);
    topics = List.copyOf(topics);
    Set<String> names = new HashSet<>();
    for (QueueSettings queue : queues) {
      InvalidEndpointSettingException.unless(
          names.add(queue.key()), "The queue '" + queue.name() + "'", "is configured twice");
    }
    for (TopicSettings topic : topics) {
      InvalidEndpointSettingException.unless(
          names.add(topic.key()),
          "The topic '" + topic.name() + "'",
          "has the name of another queue or topic");
    }
  }

  /** Queues only. */
  public static NamespaceSettings ofQueues(QueueSettings... queues) {
    return new NamespaceSettings(List.of(queues), List.of());
  }

  /** The same with these topics. */
  public NamespaceSettings withTopics(TopicSettings... values) {
    return new NamespaceSettings(queues, List.of(values));
  }
}

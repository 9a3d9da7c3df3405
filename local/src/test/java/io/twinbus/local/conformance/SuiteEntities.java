package io.twinbus.local.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The entities that the suite's classes declare, together in one namespace, as a file for
 * Microsoft's emulator. Its limits are kept: a time to live of an hour at most, no other sizes, no
 * deletion of idle entities.
 */
final class SuiteEntities {
  /** The longest time to live that the emulator knows. */
  static final Duration LONGEST_LIFE = Duration.ofHours(1);

  /** What the emulator's only namespace is called. */
  private static final String NAMESPACE = "sbemulatorns";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SuiteEntities() {}

  /** All that classes declare and others than the local stack can have; sorted by name. */
  static NamespaceSettings ofTheSuite() {
    Map<String, QueueSettings> queues = new TreeMap<>();
    Map<String, TopicSettings> topics = new TreeMap<>();
    for (Class<?> type : RuleTable.ofTheSuite().classes()) {
      for (Field field :
          ReflectionSupport.findFields(
              type, f -> f.getType() == ServiceBusTarget.class, HierarchyTraversalMode.TOP_DOWN)) {
        NamespaceSettings declared = elsewhere(target(field).entities());
        declared.queues().forEach(each -> put(queues, each.key(), each, type));
        declared.topics().forEach(each -> put(topics, each.key(), each, type));
      }
    }
    return new NamespaceSettings(List.copyOf(queues.values()), List.copyOf(topics.values()));
  }

  /** Those of these entities that another service can have, too. */
  static NamespaceSettings elsewhere(NamespaceSettings declared) {
    return new NamespaceSettings(
        declared.queues().stream()
            .filter(queue -> hasUsualSizes(queue.sending()) && isLasting(queue.life()))
            .map(queue -> queue.with(queue.life().withTimeToLive(shortened(queue.life()))))
            .toList(),
        declared.topics().stream()
            .filter(topic -> hasUsualSizes(topic.sending()) && isLasting(topic.life()))
            .map(SuiteEntities::shortened)
            .toList());
  }

  /** The text of the file. */
  static String file(NamespaceSettings entities) {
    Map<String, Object> namespace = new LinkedHashMap<>();
    namespace.put("Name", NAMESPACE);
    namespace.put("Queues", list(entities.queues(), SuiteEntities::queue));
    namespace.put("Topics", list(entities.topics(), SuiteEntities::topic));
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("Namespaces", List.of(namespace));
    config.put("Logging", Map.of("Type", "Console"));
    try {
      return JSON.writeValueAsString(Map.of("UserConfig", config)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Texts and numbers cannot be written.", e);
    }
  }

  private static <T> void put(Map<String, T> all, String key, T entity, Class<?> type) {
    T other = all.putIfAbsent(key, entity);
    if (other != null && !other.equals(entity)) {
      throw new IllegalStateException(
          type.getSimpleName() + " wants '" + key + "' otherwise than another class does.");
    }
  }

  private static ServiceBusTarget target(Field field) {
    try {
      field.setAccessible(true);
      return (ServiceBusTarget) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("A class hides what it runs against: " + field, e);
    }
  }

  private static boolean hasUsualSizes(SendRules rules) {
    return rules.withDuplicateWindow(null).equals(SendRules.ofDefaults());
  }

  private static boolean isLasting(LifeRules rules) {
    return rules.autoDeleteOnIdle().equals(LifeRules.FOREVER);
  }

  private static Duration shortened(LifeRules rules) {
    Duration declared = rules.defaultTimeToLive();
    return declared.compareTo(LONGEST_LIFE) < 0 ? declared : LONGEST_LIFE;
  }

  private static TopicSettings shortened(TopicSettings topic) {
    return new TopicSettings(
        topic.name(),
        topic.sending(),
        topic.life().withTimeToLive(shortened(topic.life())),
        topic.subscriptions().stream()
            .map(each -> each.with(each.life().withTimeToLive(shortened(each.life()))))
            .toList());
  }

  private static Map<String, Object> queue(QueueSettings queue) {
    Map<String, Object> properties = receiving(queue.receiving());
    properties.putAll(sending(queue.sending()));
    properties.put("DefaultMessageTimeToLive", queue.life().defaultTimeToLive().toString());
    return entity(queue.name(), properties);
  }

  private static Map<String, Object> topic(TopicSettings topic) {
    Map<String, Object> properties = sending(topic.sending());
    properties.put("DefaultMessageTimeToLive", topic.life().defaultTimeToLive().toString());
    Map<String, Object> entity = entity(topic.name(), properties);
    entity.put("Subscriptions", list(topic.subscriptions(), SuiteEntities::subscription));
    return entity;
  }

  private static Map<String, Object> subscription(SubscriptionSettings subscription) {
    Map<String, Object> properties = receiving(subscription.receiving());
    properties.put("DefaultMessageTimeToLive", subscription.life().defaultTimeToLive().toString());
    return entity(subscription.name(), properties);
  }

  private static Map<String, Object> receiving(ReceiveRules rules) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("RequiresSession", rules.requiresSession());
    properties.put("LockDuration", rules.lockDuration().toString());
    properties.put("MaxDeliveryCount", rules.maxDeliveryCount());
    properties.put("DeadLetteringOnMessageExpiration", rules.deadLetteringOnExpiration());
    return properties;
  }

  private static Map<String, Object> sending(SendRules rules) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Duration window = rules.duplicateWindow();
    properties.put("RequiresDuplicateDetection", window != null);
    if (window != null) {
      properties.put("DuplicateDetectionHistoryTimeWindow", window.toString());
    }
    return properties;
  }

  private static Map<String, Object> entity(String name, Map<String, Object> properties) {
    Map<String, Object> entity = new LinkedHashMap<>();
    entity.put("Name", name);
    entity.put("Properties", properties);
    return entity;
  }

  private static <T> List<Map<String, Object>> list(
      List<T> entities, Function<T, Map<String, Object>> written) {
    return entities.stream().map(written).toList();
  }
}

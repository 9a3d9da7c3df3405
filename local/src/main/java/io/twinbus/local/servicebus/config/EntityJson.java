package io.twinbus.local.servicebus.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of entities in the words of the emulator's file, as {@link EntityDescriptions} reads
 * them. Sizes are whole kilobytes and megabytes there; values that are no text, number or truth
 * value are their text.
 */
public final class EntityJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int BYTES_A_KILOBYTE = 1024;
  private static final long BYTES_A_MEGABYTE = 1024L * 1024;

  private EntityJson() {}

  /** All entities, as {@code Queues} and {@code Topics}. */
  public static ObjectNode of(NamespaceSettings entities) {
    ObjectNode node = NODES.objectNode();
    var queues = node.putArray("Queues");
    entities.queues().forEach(each -> queues.add(of(each)));
    var topics = node.putArray("Topics");
    entities.topics().forEach(each -> topics.add(of(each)));
    return node;
  }

  /** A queue, as {@code Name} and {@code Properties}. */
  public static ObjectNode of(QueueSettings queue) {
    ObjectNode node = NODES.objectNode().put("Name", queue.name());
    ObjectNode properties = node.putObject("Properties");
    put(properties, queue.receiving());
    put(properties, queue.sending());
    put(properties, queue.life());
    return node;
  }

  /** A topic with its subscriptions. */
  public static ObjectNode of(TopicSettings topic) {
    ObjectNode node = NODES.objectNode().put("Name", topic.name());
    ObjectNode properties = node.putObject("Properties");
    put(properties, topic.sending());
    put(properties, topic.life());
    var subscriptions = node.putArray("Subscriptions");
    topic.subscriptions().forEach(each -> subscriptions.add(of(each)));
    return node;
  }

  /** A subscription with its rules. */
  public static ObjectNode of(SubscriptionSettings subscription) {
    ObjectNode node = NODES.objectNode().put("Name", subscription.name());
    ObjectNode properties = node.putObject("Properties");
    put(properties, subscription.receiving());
    put(properties, subscription.life());
    var rules = node.putArray("Rules");
    subscription.rules().forEach(each -> rules.add(of(each)));
    return node;
  }

  /** A rule, as {@code Name} and {@code Properties}. */
  public static ObjectNode of(RuleSettings rule) {
    ObjectNode node = NODES.objectNode().put("Name", rule.name());
    ObjectNode properties = node.putObject("Properties");
    put(properties, rule.filter());
    SqlAction action = rule.action();
    if (action != null) {
      properties.putObject("Action").put("SqlExpression", action.expression());
    }
    return node;
  }

  private static void put(ObjectNode properties, ReceiveRules rules) {
    properties
        .put("RequiresSession", rules.requiresSession())
        .put("LockDuration", rules.lockDuration().toString())
        .put("MaxDeliveryCount", rules.maxDeliveryCount())
        .put("DeadLetteringOnMessageExpiration", rules.deadLetteringOnExpiration());
  }

  private static void put(ObjectNode properties, SendRules rules) {
    Duration window = rules.duplicateWindow();
    properties.put("RequiresDuplicateDetection", window != null);
    if (window != null) {
      properties.put("DuplicateDetectionHistoryTimeWindow", window.toString());
    }
    properties
        .put("MaxMessageSizeInKilobytes", rules.maxMessageSizeBytes() / BYTES_A_KILOBYTE)
        .put("MaxSizeInMegabytes", rules.maxSizeBytes() / BYTES_A_MEGABYTE);
  }

  private static void put(ObjectNode properties, LifeRules rules) {
    properties
        .put("DefaultMessageTimeToLive", rules.defaultTimeToLive().toString())
        .put("AutoDeleteOnIdle", rules.autoDeleteOnIdle().toString())
        .put("Status", word(rules.status()));
  }

  private static String word(EntityStatus status) {
    return switch (status) {
      case ACTIVE -> "Active";
      case DISABLED -> "Disabled";
      case SEND_DISABLED -> "SendDisabled";
      case RECEIVE_DISABLED -> "ReceiveDisabled";
    };
  }

  private static void put(ObjectNode properties, RuleFilter filter) {
    if (filter instanceof SqlFilter sql) {
      ObjectNode node = properties.put("FilterType", "Sql").putObject("SqlFilter");
      node.put("SqlExpression", sql.expression());
      if (!sql.parameters().isEmpty()) {
        node.set("Parameters", values(sql.parameters()));
      }
    } else if (filter instanceof CorrelationFilter correlation) {
      ObjectNode node = properties.put("FilterType", "Correlation").putObject("CorrelationFilter");
      correlation.system().forEach((property, value) -> node.put(property.word(), value));
      if (!correlation.user().isEmpty()) {
        node.set("Properties", values(correlation.user()));
      }
    } else {
      properties.put("FilterType", filter == BooleanFilter.TRUE ? "True" : "False");
    }
  }

  private static ObjectNode values(Map<String, ? extends @Nullable Object> values) {
    ObjectNode node = NODES.objectNode();
    values.forEach((name, value) -> node.set(name, value(value)));
    return node;
  }

  private static JsonNode value(@Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    }
    return value instanceof Number number
        ? NODES.numberNode(new BigDecimal(number.toString()))
        : NODES.textNode(value.toString());
  }
}
